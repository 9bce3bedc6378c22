import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { env } from "#modules/kernel/env.server.ts";
import { completion } from "./completion.ts";
import { program } from "./main.ts";

type Named = { name: string; command: Command };

const all = (command: Command, above = ""): Named[] =>
  command.commands
    .filter((each) => !(each as unknown as { _hidden?: boolean })._hidden)
    .flatMap((each) => {
      const name = `${above} ${each.name()}`.trim();
      return [{ name, command: each }, ...all(each, name)];
    });

const commands = all(program);

function helpOf(command: Command): string {
  let text = "";
  command.configureOutput({ writeOut: (words) => (text += words) });
  command.outputHelp();
  return text;
}

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

test("the completion of zsh is that of bash behind its own loader, and other shells have none", () => {
  expect(completion(program, "zsh")).toBe(
    `autoload -U +X bashcompinit && bashcompinit\n${completion(program, "bash")}`,
  );
  expect(() => completion(program, "fish")).toThrow(/bash or zsh/);
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
