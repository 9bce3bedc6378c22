import { type Command, InvalidArgumentError } from "commander";

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
  const [rest, its] = [one.slice(at), other.slice(at)];
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
export const sayingYes = (target: Command) =>
  target.option("--dry-run", "check everything, change nothing").option("--yes", "do it");

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
