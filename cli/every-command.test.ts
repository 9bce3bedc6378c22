import { execFileSync } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { env } from "#modules/kernel/env.server.ts";
import { completion } from "./completion.ts";
import { program } from "./main.ts";
import { everyCommand, examplesIn, faultOf, helpOf, meant, runs, wordsOf } from "./testing/written-commands.ts";

const commands = everyCommand(program);

test.each(commands)("the help of $name begins with an example of it and tells every option", ({ name, command }) => {
  const help = helpOf(command);
  expect(help).toMatch(/^Examples:\n {2}\S/);
  // `npm start` is how the web process is started; everything else is called by its name.
  expect(help.split("\n\nUsage")[0]).toContain(name === "serve" ? "npm start" : name.split(" ")[0]);
  for (const option of command.options.filter(({ hidden }) => !hidden)) {
    expect(help).toContain(option.long);
    expect(`${option.long}: ${option.description}`).toMatch(/: \S/);
  }
  if (command.commands.length === 0)
    expect(command.options.map(({ long }) => long)).toEqual(expect.arrayContaining(["--json", "--no-input"]));
});

const bash = (script: string, folder: string = env.root) =>
  execFileSync("bash", ["-c", script], { cwd: folder }).toString();

test.each([
  { typed: ["migr"], offered: ["migrate"] },
  { typed: ["migrate", "d"], offered: ["down"] },
  { typed: ["migrate", "down", "--st"], offered: ["--steps"] },
  { typed: ["clients", "keys", "re"], offered: ["revoke"] },
  { typed: ["wallet", "settle", "--verdict", "UP"], offered: ["UPHELD"] },
  { typed: ["prep"], offered: [] },
])("bash completes $typed", ({ typed, offered }) => {
  const words = ["gharseva", ...typed].map((word) => `'${word}'`).join(" ");
  const script = `${completion(program, "bash")}\nCOMP_WORDS=(${words}); COMP_CWORD=${typed.length}; _gharseva; printf '%s\\n' "\${COMPREPLY[@]}"`;
  expect(bash(script).split("\n").filter(Boolean)).toEqual(offered);
});

test("the completion of zsh is that of bash behind its own loader", () => {
  expect(completion(program, "zsh")).toBe(
    `autoload -U +X bashcompinit && bashcompinit\n${completion(program, "bash")}`,
  );
});

test("gharseva works from any folder through a link, prints nothing but its output, and ends quietly in a pipe", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "gharseva-bin-"));
  try {
    symlinkSync(path.join(env.root, "cli/gharseva"), path.join(folder, "gharseva"));
    const { version } = JSON.parse(bash("cat package.json"));
    expect(bash("./gharseva --version", folder)).toBe(`${version}\n`);
    const piped = bash("{ ./gharseva completion bash; echo $? >&2; } 2>words | head -c 1; cat words", folder);
    expect(piped).toMatch(/^_(0|141)\n$/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("help and errors of usage load the declarations alone: no schema, no text, no database", () => {
  const script = `import { registerHooks } from "node:module";
    const files = [];
    registerHooks({ load: (url, context, next) => (files.push(url), next(url, context)) });
    await import("./cli/main.ts");
    console.log(JSON.stringify(files))`;
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd: env.root }).toString();
  const files = (JSON.parse(output) as string[]).filter((url) => url.startsWith("file:"));
  const packages = files.flatMap((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []);
  expect([...new Set(packages)]).toEqual(["commander"]);
  expect(files.filter((url) => /\/modules\/(messages\/|\w+\/(index|shared)\.ts)/.test(url))).toEqual([]);
});

const documents = ["docs/operations.md", "docs/providers.md", "README.md"];

/** The commands of a document: whole ones in its blocks of code, and those its sentences and tables speak of. */
function written(file: string): { line: string; whole: boolean }[] {
  const text = readFileSync(path.join(env.root, file), "utf8");
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block.replaceAll("\\\n", " "));
  const spoken = text
    .replaceAll(/^```[\s\S]*?^```$/gm, "")
    .replaceAll("\\|", "|")
    .replaceAll(/(?<!\|)\n(?!\|)/g, " ");
  return [
    ...blocks
      .flatMap((block) => block.split("\n"))
      .flatMap((line) => runs.exec(line)?.[1] ?? [])
      .map((line) => ({ line, whole: true })),
    ...[...spoken.matchAll(/`([^`\n]+)`/g)]
      .map(([, span = ""]) => runs.exec(span)?.[1] ?? span)
      .filter((span) => program.commands.some((each) => each.name() === span.split(/[ |]/)[0]))
      .map((line) => ({ line, whole: false })),
  ];
}

test.each(documents)("each command %s speaks of is there, with its options and arguments", (file) => {
  const writtenCommands = written(file);
  expect(writtenCommands.length).toBeGreaterThan(0);
  const faults = writtenCommands.flatMap(({ line, whole }) =>
    meant(wordsOf(line)).flatMap((words) => {
      const fault = faultOf(program, words, { whole });
      return fault ? [`${line}: ${fault}`] : [];
    }),
  );
  expect(faults).toEqual([]);
});

test.each(commands)("the examples in the help of $name can be typed", ({ command }) => {
  const typed = examplesIn(command);
  expect(typed.map((line) => [line, faultOf(program, wordsOf(line), { whole: true })])).toEqual(
    typed.map((line) => [line, undefined]),
  );
});

test("what is data, or is written into a file or a pipe, is shown without npm, whose words would be in it", () => {
  const helps = commands.flatMap(({ command }) => helpOf(command).split("\n\nUsage")[0]!.split("\n"));
  const pages = [...documents, ".env.example", "SECURITY.md"].flatMap((file) =>
    readFileSync(path.join(env.root, file), "utf8").split("\n"),
  );
  const withNpm = [...helps, ...pages].filter((line) => /npm run (?!-s|--silent)/.test(line));
  expect(withNpm.filter((line) => /npm run [^`]*? [>|] /.test(line))).toEqual([]);
  const data =
    /npm run cli -- (messages templates|completion|backup -(?!-)|reports (tickets|revenue)(?!.*--out [^-])|.*(--json|--out -))/;
  expect(withNpm.filter((line) => data.test(line))).toEqual([]);
});

/** What only tells: nothing to try out first. */
const withoutTrial = [
  "cases list",
  "cases show",
  "centers list",
  "centers logins",
  "centers show",
  "clients list",
  "clients keys list",
  "clients webhooks list",
  "clients webhooks deliveries",
  "completion",
  "config check",
  "consumers list",
  "demo",
  "doctor",
  "jobs list",
  "jobs schedules",
  "keys status",
  "messages languages",
  "messages list",
  "messages templates",
  "migrate status",
  "notifications list",
  "papers list",
  "papers bills",
  "notifications sends",
  "roles list",
  "roles show",
  "serve",
  "tickets held-fees",
  "tickets list",
  "tickets show",
  "users list",
  "users show",
  "wallet list",
  "wallet statement",
  "worker",
  // They write a file or ask the provider, and change nothing here that is anybody's.
  "reports insights",
  "reports revenue",
  "reports tickets",
  "tickets upload-template",
  "migrate up",
  "wallet close",
  "wallet reconcile",
  "keys rotate",
  "keys drop",
];

test("what changes something can be tried with --dry-run, and what is done only with --yes can be, too", () => {
  const leaves = commands.filter(({ command }) => command.commands.length === 0);
  const without = leaves.filter(({ command }) => !command.options.some(({ long }) => long === "--dry-run"));
  expect(without.map(({ name }) => name).sort()).toEqual([...withoutTrial].sort());
});
