import { execFileSync, spawn, spawnSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { env, environmentWith } from "#modules/kernel/env.server.ts";

/*
 * Stands in for `docker` where the handbook's commands are run without it: what would run in a container of the
 * product runs here, its volumes being folders, and what would run in that of the database is done by address.
 * STANDIN has what the containers know; each call is written down with its exit code.
 */

export type Standin = {
  /** The owner's address as the handbook writes it, and as it is here. */
  owner: { written: string; real: string };
  /** The variables of every container of the product. */
  variables: Record<string, string>;
  /** What stands for `/data` and `/backups`. */
  volumes: Record<string, string>;
  /** Where calls and the ids of started processes are written. */
  calls: string;
};

const standin: Standin = JSON.parse(environmentWith({}).STANDIN!);
const withValue = ["--volume", "--env"];

function read(args: string[]) {
  const flags: Record<string, string> = {};
  let at = 0;
  for (; args[at]?.startsWith("-"); at++) if (withValue.includes(args[at]!)) flags[args[at]!] = args[++at]!;
  return { flags, service: args[at]!, command: args.slice(at + 1) };
}

const here = (text: string) =>
  Object.entries(standin.volumes).reduce((hostText, [place, folder]) => hostText.replaceAll(place, folder), text);

function product(command: string[], flags: Record<string, string>) {
  const [name = "", ...rest] = flags["--env"]?.split("=") ?? [];
  const value = rest.join("=");
  if (name === "OWNER_DATABASE_URL" && value !== standin.owner.written)
    throw new Error(`the owner's address is ${value}`);
  const variables = environmentWith({ ...standin.variables, ...(name && { [name]: standin.owner.real }) });
  const [program, ...args] = command.map(here);
  const options = { cwd: env.root, env: variables, stdio: "inherit" } as const;
  return spawnSync(program === "node" ? process.execPath : program!, args, options).status ?? 1;
}

/** What `createdb` and `dropdb` do in the database's container. */
function database(command: string[]) {
  const url = new URL(standin.owner.real);
  const name = url.pathname.slice(1);
  url.pathname = "/postgres";
  const sql = command[0] === "createdb" ? `create database "${name}"` : `drop database if exists "${name}"`;
  const script = `import pg from "pg"; const c = new pg.Client(${JSON.stringify(url.href)}); await c.connect(); await c.query(${JSON.stringify(sql)}); await c.end();`;
  execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd: env.root, stdio: "inherit" });
  return 0;
}

/** The worker alone stands for all that `up` starts. */
function up(args: string[]) {
  if (args.includes("db")) return 0;
  const worker = spawn(process.execPath, ["cli/main.ts", "worker"], {
    cwd: env.root,
    env: environmentWith(standin.variables),
    stdio: "ignore",
    detached: true,
  });
  appendFileSync(standin.calls, `pid ${worker.pid}\n`);
  worker.unref();
  return 0;
}

const [, verb = "", ...args] = process.argv.slice(2);
const { flags, service, command } = read(args);
const code =
  verb === "stop" ? 0 : verb === "up" ? up(args) : service === "db" ? database(command) : product(command, flags);
appendFileSync(standin.calls, `${code} ${verb} ${service} ${command.join(" ")}\n`);
process.exitCode = code;
