import { type Command, CommanderError } from "commander";

/* Commands as documents and help write them, read with the real definitions. */

export type Named = { name: string; command: Command };

/** Each command and group of commands that is not hidden, by its words. */
export const everyCommand = (command: Command, above = ""): Named[] =>
  command.commands
    .filter((each) => !(each as unknown as { _hidden?: boolean })._hidden)
    .flatMap((each) => {
      const name = `${above} ${each.name()}`.trim();
      return [{ name, command: each }, ...everyCommand(each, name)];
    });

export function helpOf(command: Command): string {
  let text = "";
  command.configureOutput({ writeOut: (words) => (text += words) });
  command.outputHelp();
  return text;
}

/** How a command of ours begins where it is written as one runs it. */
export const runs = /(?:npm run (?:--silent )?cli --|node (?:--\S+ )*cli\/main\.ts|(?:^|[`$(]\s*)gharseva) (.*)$/;

/** The examples above the help of a command, from its own first word on. */
export const examplesIn = (command: Command): string[] =>
  helpOf(command)
    .split("\n\nUsage")[0]!
    .split("\n")
    .map((line) => line.trim().split(/\s{3,}/)[0]!)
    .flatMap((line) => runs.exec(line)?.[1] ?? []);

/** The words a shell would give to a command; what is written `<like this>` is one, and what follows the command is not its. */
export function wordsOf(line: string): string[] {
  const words: string[] = [];
  for (const [word, quoted, doubly] of line.matchAll(/'([^']*)'|"([^"]*)"|<[^>]*>|[^\s;'"]+|[;'"]/g)) {
    if (/^([|>&#;)]|2>|<$|['"]$)/.test(word)) break;
    words.push(quoted ?? doubly ?? word);
  }
  return words;
}

/** Each command that is meant by words such as `enable|disable`. */
export function meant(words: string[]): string[][] {
  const at = words.findIndex((word) => /^[a-z-]+(\|[a-z-]+)+$/.test(word));
  if (at < 0) return [words];
  return words[at]!.split("|").flatMap((choice) => meant(words.with(at, choice)));
}

type Inner = { _defaultCommandName?: string | null };

/** What is wrong with a command; a `whole` one also has everything it cannot do without. Undefined when nothing is. */
export function faultOf(program: Command, words: readonly string[], { whole }: { whole: boolean }): string | undefined {
  if (words.at(-1) === "--help") return undefined;
  let command = program;
  let at = 0;
  for (let below = named(command, words[at]); below; below = named(command, words[at])) {
    command = below;
    at += 1;
  }
  command = named(command, (command as Inner)._defaultCommandName ?? undefined) ?? command;
  if (command.commands.length > 0)
    return at === words.length && at > 0 && !whole ? undefined : "there is no such command";
  const args = words.slice(at);
  const read = parsed(command, args);
  if (typeof read === "string") return read;
  const { operands, unknown } = read;
  if (unknown.length > 0) return `it knows no ${unknown[0]}`;
  const wanted = command.registeredArguments;
  if (operands.length > wanted.length) return `it takes no ${operands[wanted.length]}`;
  if (!whole) return undefined;
  const absent = wanted.filter(({ required }, place) => required && operands[place] === undefined);
  if (absent.length > 0) return `it lacks <${absent[0]!.name()}>`;
  const typedOptions = args.map((word) => word.split("=")[0]);
  const unsaid = command.options.find(({ mandatory, long }) => mandatory && !typedOptions.includes(long));
  return unsaid && `it lacks ${unsaid.long}`;
}

const named = (command: Command, name: string | undefined) => command.commands.find((each) => each.name() === name);

/** The arguments as they are read; of an option's value that cannot be, commander's own words. */
function parsed(command: Command, words: string[]) {
  try {
    return command.parseOptions(words);
  } catch (error) {
    if (error instanceof CommanderError) return error.message;
    throw error;
  }
}
