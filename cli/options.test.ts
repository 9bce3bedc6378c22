import { Argument, type Command, CommanderError, Option } from "commander";
import { describe, expect, test, vi } from "vitest";
import { brands, keyLives, keyOverlaps, keyScopes, requirements } from "#modules/catalog/shared.ts";
import { posterSizes } from "#modules/centers/shared.ts";
import { exportReasons } from "#modules/consumers/shared.ts";
import { deliveryStates, nightChoices, secretOverlaps, webhookEvents } from "#modules/notifications/shared.ts";
import { helpOf } from "./testing/written-commands.ts";

/* What a command needs and which values it takes: told in its help, and refused in its words. */

// Parsing leaves values in the commands, so these are this file's own.
vi.resetModules();
const { program } = await import("./main.ts");
const { requirementOf, wordOf } = await import("./declare.ts");
const { fieldWord } = await import("./field-words.ts");
const { everyCommand } = await import("./testing/written-commands.ts");

const leaves = everyCommand(program).filter(({ command }) => command.commands.length === 0);
type Word = Option | Argument;
const wordsOf = ({ options, registeredArguments }: Command): Word[] => [
  ...registeredArguments,
  ...options.filter(({ hidden }) => !hidden),
];
const takesValue = (word: Word) => word instanceof Argument || word.required || word.optional;

/** A value a word takes. */
const aValue = (word: Word) => word.argChoices?.[0] ?? (/n|row|hours/.test(nameOfValue(word)) ? "1" : "x");
/** `<size>` of `--size <size>`. */
const nameOfValue = (word: Word) =>
  word instanceof Argument ? word.name() : (/[<[](.+?)(\.\.\.)?[>\]]/.exec(word.flags)?.[1] ?? "");

/** How a word is typed. */
const typed = (word: Word) =>
  word instanceof Argument ? [aValue(word)] : takesValue(word) ? [word.long!, aValue(word)] : [word.long!];

/** Runs a command in which nothing happens, with these words; what commander refuses is returned. */
async function refusal(name: string, command: Command, words: readonly Word[]): Promise<string | undefined> {
  command.action(() => {});
  let output = "";
  command.configureOutput({ writeErr: (text) => (output += text), writeOut: () => {} });
  try {
    await program.parseAsync([...name.split(" "), ...words.flatMap(typed)], { from: "user" });
    return undefined;
  } catch (error) {
    if (error instanceof CommanderError) return output;
    throw error;
  }
}

/** What a command cannot do without: the first of several that stand for one another. */
function neededBy(command: Command): Word[] {
  const needed = wordsOf(command).filter((word) => requirementOf(word) === "required");
  const groups = wordsOf(command).filter((word) =>
    /^required, or (--\S+|\[\S+\])( or|$)/.test(requirementOf(word) ?? ""),
  );
  const first = groups.find((word) => wordOf(word) !== "--yes" && !requirementOf(word)!.includes("--file"));
  const companions = wordsOf(command).filter(
    (word) => first && requirementOf(word) === `required with ${wordOf(first)}`,
  );
  return first ? [...needed, first, ...companions] : needed;
}

describe.each(leaves)("$name", ({ name, command }) => {
  const needed = neededBy(command);

  test("runs with what its help marks as required, and refuses to without each of it", async () => {
    expect(await refusal(name, command, needed)).toBeUndefined();
    for (const word of needed) {
      // What a command asks for itself, with what it would do.
      if (wordOf(word) === "--yes") continue;
      const without = needed.filter((each) => each !== word);
      expect([wordOf(word), await refusal(name, command, without)]).toEqual([
        wordOf(word),
        expect.stringMatching(/\S/),
      ]);
    }
  });

  test("marks in its help each word it needs, and no other", () => {
    const lines = helpOf(command)
      .split("\n\nUsage")[1]!
      .replaceAll(/\n {10,}/g, " ")
      .split("\n");
    for (const word of wordsOf(command)) {
      const term = word instanceof Argument ? word.name() : word.flags;
      const line = lines.find(
        (each) => each.startsWith(`  ${term}  `) || each.trim() === term || each.startsWith(`  ${term} `),
      );
      const requirement = requirementOf(word);
      expect(line).toBeDefined();
      if (requirement) expect(line).toContain(`(${requirement})`);
      else expect(line).not.toContain("(required");
      if (word instanceof Option ? word.mandatory : word.required) expect(requirement).toBe("required");
    }
  });
});

/** What stands for any text: names, numbers, days, places. All others are closed lists. */
const open = [
  "admin",
  "text",
  "n",
  "date",
  "time",
  "file",
  "folder",
  "path",
  "number",
  "phone",
  "rupees",
  "name",
  "names",
  "id",
  "client",
  "ticket",
  "center",
  "address",
  "code",
  "cursor",
  "days",
  "hours",
  "row",
  "heading=column",
  "username",
  "qrId",
  "limit",
  "login",
  "key",
  "endpoint",
  "schedule",
  "role",
  "day",
  "year",
  "to",
  "backup",
];

test("each option and argument that does not take any text has its list of values", () => {
  const without = leaves.flatMap(({ name, command }) =>
    wordsOf(command)
      .filter((word) => takesValue(word) && !word.argChoices && !open.includes(nameOfValue(word)))
      .map((word) => `${name} ${wordOf(word)} ${nameOfValue(word)}`),
  );
  expect(without).toEqual([]);
});

const closed = leaves.flatMap(({ name, command }) =>
  wordsOf(command)
    .filter(({ argChoices }) => argChoices)
    .map((word) => ({ name, command, word, called: `${name} ${wordOf(word)}` })),
);

test.each(closed)(
  "$called refuses another value with its choices, and takes them in any case",
  async ({ name, command, word }) => {
    const parse = word.parseArg as (value: string, before: unknown) => unknown;
    for (const value of word.argChoices!) {
      expect([parse(value, undefined)].flat()).toEqual([value]);
      expect([parse(value.toLowerCase(), undefined)].flat()).toEqual([value]);
    }
    const others = neededBy(command).filter((each) => each !== word);
    const wrong = word instanceof Argument ? new Argument(word.name()) : new Option(word.flags);
    const words = [...others, wrong].toSorted(
      (one, other) => Number(one instanceof Option) - Number(other instanceof Option),
    );
    const message = await refusal(name, command, words);
    expect(message).toContain(wordOf(word).replaceAll(/[<>[\]]/g, ""));
    expect(message).toContain(`Allowed choices are ${word.argChoices!.join(", ")}.`);
  },
);

test.each([
  { called: "qr poster --size", values: posterSizes },
  { called: "export-person --reason", values: exportReasons },
  { called: "clients add --specificRequirement", values: requirements },
  { called: "clients add --allowedBrands", values: brands },
  { called: "clients keys create --scope", values: keyScopes },
  { called: "clients keys create --expires", values: keyLives },
  { called: "clients keys rotate --overlap", values: keyOverlaps },
  { called: "clients webhooks add --event", values: webhookEvents },
  { called: "clients webhooks renew --overlap", values: secretOverlaps },
  { called: "clients webhooks deliveries --state", values: deliveryStates },
  { called: "notifications send --night", values: nightChoices },
])("the values of $called are those of its form", ({ called, values }) => {
  expect(closed.find((each) => each.called === called)?.word.argChoices).toEqual([...values]);
});

test.each([
  ["wallet adjust", "kind", "--type"],
  ["wallet adjust", "ticketId", "--ticket"],
  ["wallet adjust", "centerId", "--center"],
  ["wallet settle", "adjustmentId", "<id>"],
  ["tickets close", "ticketId", "<ticket>"],
  ["tickets close", "closeRemarks", "--remarks"],
  ["tickets close", "paymentReference", "--reference"],
  ["centers capacity", "ticketAcceptLimit", "<limit>"],
  ["centers disable", "ticketRemarks", "--tell"],
  ["admin create", "userName", "--username"],
  ["admin set-mobile", "phone", "<number>"],
  ["clients keys create", "scopes", "--scope"],
  ["clients webhooks add", "events.0", "--event"],
  ["notifications send", "serviceId", "--service"],
  ["clients add", "contactPhone", "--contactPhone"],
  ["clients add", "gstNumber", "gstNumber"],
])("what is wrong with the %s's %s is told as %s", (name, field, word) => {
  expect(fieldWord(leaves.find((each) => each.name === name)!.command, field)).toBe(word);
});
