import { Argument, type Command, Help, type HelpConfiguration, InvalidArgumentError, Option } from "commander";

const examplesOf = new WeakMap<Command, readonly string[]>();

/** A command below another, with what every command has, and examples above its help. */
export function command(parent: Command, name: string, description: string, examples: string[], isDefault = false) {
  const made = withGlobals(parent.command(name, { isDefault }).description(description));
  examplesOf.set(made, examples);
  // Whatever does not name a command of the group is given to its default one, which takes no words.
  if (isDefault) made.allowExcessArguments().hook("preAction", () => refuseWords(parent, made));
  return made.addHelpText("before", exampleText(examples));
}

/** Words after a default command are a command that was mistyped, or too many. */
function refuseWords(group: Command, { args: [word] }: Command) {
  if (word === undefined) return;
  const near = group.commands.map((each) => each.name()).find((name) => isNear(word, name));
  group.error(`error: unknown command '${word}'${near ? `\n(Did you mean ${near}?)` : ""}`);
}

/** Whether one of two words becomes the other by a letter more, less, other, or changed with its neighbour. */
function isNear(one: string, other: string): boolean {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const rest = one.slice(at);
  const its = other.slice(at);
  const swapped = `${rest[1] ?? ""}${rest[0] ?? ""}${rest.slice(2)}`;
  return [rest.slice(1), rest].includes(its.slice(1)) || rest.slice(1) === its || swapped === its;
}

/** Puts above the help of every group of commands an example of each of them; called when all are declared. */
export function exemplify(program: Command) {
  for (const group of program.commands) {
    if (group.commands.length === 0) continue;
    exemplify(group);
    if (examplesOf.has(group)) continue;
    examplesOf.set(
      group,
      group.commands.flatMap((each) => examplesOf.get(each)?.slice(0, 1) ?? []),
    );
    group.addHelpText("before", () => exampleText([...examplesOf.get(group)!]));
  }
}

/** The option of a command that is done as an admin, or without it by the house itself. */
export const asOperator = (target: Command, who: string) =>
  target.option("--as <admin>", `the user name of ${who}; without it the house does it`);

/** The options of a command that changes something. */
export const withTrial = (target: Command) =>
  target.option("--dry-run", "check everything, change nothing").option("--yes", "do it");

/** The same where it is done only with --yes. */
export const sayingYes = (target: Command) => needYes(withTrial(target));

/** What makes an option or argument required, where commander does not know it: shown in help. */
const conditions = new WeakMap<Option | Argument, string>();

/** What help says of an option or argument a command refuses to run without; undefined where it does without. */
export const requirementOf = (word: Option | Argument): string | undefined =>
  conditions.get(word) ?? ((word instanceof Option ? word.mandatory : word.required) ? "required" : undefined);

/** Marks what is required in the help of every command, and lists every argument. */
export const markingRequired: HelpConfiguration = {
  visibleArguments: ({ registeredArguments }) => [...registeredArguments],
  argumentDescription: (argument) => marked(argument, new Help().argumentDescription(argument)),
  optionDescription: (option) => marked(option, new Help().optionDescription(option)),
};

function marked(word: Option | Argument, description: string): string {
  const requirement = requirementOf(word);
  return requirement ? `${description} (${requirement})`.trim() : description;
}

/** A word of a command as it is typed: `--into` or `<ticket>`. */
export const wordOf = (word: Option | Argument): string =>
  word instanceof Option ? word.long! : word.required ? `<${word.name()}>` : `[${word.name()}]`;

const findWord = (target: Command, word: string): Option | Argument => {
  const named = [...target.options, ...target.registeredArguments].find((each) => wordOf(each) === word);
  if (!named) throw new Error(`${target.name()} has no ${word}`);
  return named;
};

/** Whether a word was typed. */
function isTyped(target: Command, word: Option | Argument): boolean {
  if (word instanceof Option) return target.getOptionValueSource(word.attributeName()) === "cli";
  return target.args[target.registeredArguments.indexOf(word)] !== undefined;
}

/** Of these options and arguments a command needs one: help marks them, and without any it is an error of usage. */
export function needOneOf(target: Command, ...names: string[]): Command {
  const words = names.map((name) => findWord(target, name));
  for (const [at, word] of words.entries()) conditions.set(word, `required, or ${names.toSpliced(at, 1).join(" or ")}`);
  return target.hook("preAction", () => {
    if (!words.some((word) => isTyped(target, word))) target.error(`error: ${names.join(" or ")} is required`);
  });
}

/** An option a command needs beside another one. */
export function needWith(target: Command, name: string, other: string): Command {
  const word = findWord(target, name);
  const otherWord = findWord(target, other);
  conditions.set(word, `required with ${other}`);
  return target.hook("preAction", () => {
    if (isTyped(target, otherWord) && !isTyped(target, word)) target.error(`error: ${other} needs ${name}`);
  });
}

/** Marks what a command itself refuses to run without, and when it is required. */
export function markRequired(target: Command, when: string, ...names: string[]): Command {
  for (const name of names) conditions.set(findWord(target, name), when);
  return target;
}

/** What is done only with --yes: without it the command says what it would do, and refuses. */
export const needYes = (target: Command, when = "required, or --dry-run") => markRequired(target, when, "--yes");

/** An option whose values are a closed list, written in any case; another value is refused with the list. */
export const choice = (flags: string, description: string, values: readonly string[]): Option =>
  inAnyCase(new Option(flags, description).choices(values), values);

/** An argument whose values are a closed list, in the same way. */
export const choiceArgument = (name: string, description: string, values: readonly string[]): Argument =>
  inAnyCase(new Argument(name, description).choices(values), values);

function inAnyCase<Word extends Option | Argument>(word: Word, values: readonly string[]): Word {
  const exact = word.parseArg as (value: string, before: unknown) => unknown;
  const meant = (value: string) => values.find((each) => each.toLowerCase() === value.toLowerCase()) ?? value;
  word.argParser((value: string, before: unknown) => exact(meant(value), before));
  return word;
}

/** The options of every command. */
export const withGlobals = (target: Command) =>
  target
    .option("--json", "answer with one JSON value on stdout")
    .option("--no-color", "no colours (NO_COLOR is obeyed too)")
    .option("--no-input", "never ask; fail instead");

/** Examples, as help shows them. */
export const exampleText = (examples: string[]) => `Examples:\n${examples.map((line) => `  ${line}`).join("\n")}\n`;

/** The options of a command that reads a spreadsheet: where its heading stands, and what it calls columns. */
export const namingColumns = (target: Command) =>
  target
    .option(
      "--heading-row <row>",
      "the row of the file its heading stands in; else the one of the first 20 that fits best",
      atLeastOne,
    )
    .option(
      "--map <heading=column>",
      'what the file calls a column, such as "Mobile No.=Mobile number"; repeatable',
      several,
    );

const several = (value: string, before: string[] = []) => [...before, value];

/** A whole number. */
export const whole = (value: string) => {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError("It is not a whole number.");
  return Number(value);
};

/** A number of which none would mean all. */
export const atLeastOne = (value: string) => {
  const n = whole(value);
  if (n < 1) throw new InvalidArgumentError("It is 1 or more.");
  return n;
};

/** A length of time, and how it was written: `90m`. */
export type Duration = { ms: number; text: string };

const units = { s: 1_000, m: 60_000, h: 3_600_000 } as const;

/** A length of time in seconds, minutes or hours. */
export const duration = (text: string): Duration => {
  const [, n, unit] = /^([1-9]\d{0,3})([smh])$/.exec(text) ?? [];
  const ms = Number(n) * units[unit as keyof typeof units];
  // The longest that a timer takes is 24 days.
  if (!unit || ms > 500 * units.h) throw new InvalidArgumentError("It is a time such as 90m or 6h, up to 500h.");
  return { ms, text };
};
