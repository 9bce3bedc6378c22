import { createHash } from "node:crypto";
import type { Sources } from "#modules/kernel/configuration-source.server.ts";
import { env, sources, sourcesOf, variableNames } from "#modules/kernel/env.server.ts";
import { type GlobalOptions, painted, show } from "../../run.ts";
import { runningParts } from "../../supervise/running.ts";
import { table } from "../../table.ts";

/** A variable as a process reads it: what may be seen of its value, and where it stands. */
type Reading = { name: string; value: string; from: string };

/**
 * `config check`: what this command and every running web and worker process of this user read: each variable that is set,
 * secrets masked, and where it stands. A configuration that is refused ends this command, like any other, with code 78.
 */
export async function check(options: GlobalOptions) {
  const own = readingsOf(sources);
  const running = runningParts(env.root).map(({ part, pid, environment }) => {
    if (!environment) return { part, pid };
    const its = sourcesOf(environment);
    return { part, pid, files: its.files, differs: differences(own, readingsOf(its)) };
  });
  const unknown = Object.keys(sources.origins).filter(
    (name) => sources.origins[name] !== "environment" && !known.has(name),
  );
  const warnings = [
    ...sources.warnings,
    ...unknown.map((name) => `${sources.origins[name]}: ${name} is no setting of the product`),
  ];
  const text = [
    sources.files.length > 0 ? `This command reads ${sources.files.join(" and ")}.` : "This command reads no file.",
    "",
    table(
      ["NAME", "VALUE", "FROM"],
      own.map(({ name, value, from }) => [name, value, from]),
      options,
    ),
    "",
    "Everything else has its default (.env.example).",
    ...running.flatMap((each) => ["", ...processLines(each, options)]),
    ...(running.length === 0 ? ["", "No web or worker process of this installation is seen from here."] : []),
    ...(warnings.length > 0 ? ["", painted("yellow", `${warnings.length} warning(s):`, options)] : []),
    ...warnings.map((warning) => `  ${warning}`),
  ];
  show({ files: sources.files, variables: own, running, warnings }, text.join("\n"), options);
}

type Process = { part: string; pid: number; files?: string[]; differs?: Reading[] };

function processLines({ part, pid, files, differs }: Process, options: GlobalOptions): string[] {
  const named = `${part} (process ${pid})`;
  if (!files || !differs) return [`${named} belongs to another user: run this command as that user, or as root.`];
  const place = `${named} reads ${files.length > 0 ? files.join(" and ") : "no file"}`;
  if (differs.length === 0) return [`${place}, and the same values.`];
  const cells = differs.map(({ name, value, from }) => [name, value, from]);
  return [`${place}, and otherwise than this command:`, "", table(["NAME", "VALUE", "FROM"], cells, options)];
}

/** Variables of the product, and the two that Compose's database has in common with them. */
const known = new Set([...variableNames, "POSTGRES_PASSWORD", "POSTGRES_APP_PASSWORD"]);

function readingsOf({ values, origins }: Sources): Reading[] {
  return [...known]
    .filter((name) => values[name] !== undefined)
    .map((name) => ({ name, value: seen(name, values[name]!), from: origins[name]! }))
    .filter(({ value, from }) => value !== "" || from === "environment")
    .map((each) => ({ ...each, value: each.value || "(empty: as if not set)" }));
}

/** The readings of another process whose value is another one, and those that it does not have. */
function differences(own: Reading[], its: Reading[]): Reading[] {
  const before = new Map(own.map((each) => [each.name, each.value]));
  const there = new Set(its.map(({ name }) => name));
  const gone = own.filter(({ name }) => !there.has(name));
  return [
    ...its.filter(({ name, value }) => before.get(name) !== value),
    ...gone.map(({ name }) => ({ name, value: "(not set)", from: "" })),
  ];
}

const secret = /SECRET|PASSWORD|TOKEN|PRIVATE|_KEY$|KEY_SECRET/;

/** What may be seen of a value: of a secret its size and a mark that is the same for the same value, of an address all but its password. */
function seen(name: string, value: string): string {
  if (value === "") return "";
  if (secret.test(name)) return masked(value);
  const url = /:\/\/[^/]*@/.test(value) ? URL.parse(value) : null;
  if (/:\/\/[^/]*@/.test(value) && !url) return masked(value);
  if (!url) return value.replaceAll("\n", "\\n");
  const user = url.username;
  const password = url.password;
  return `${url.protocol}//${user}${password ? `:${masked(password)}` : ""}@${url.host}${url.pathname}`;
}

function masked(value: string): string {
  const lines = value.replaceAll("\\n", "\n").trimEnd().split("\n").length;
  const mark = createHash("sha256").update(`gharseva config\0${value}`).digest("hex").slice(0, 6);
  return `(${value.length} characters${lines > 1 ? ` in ${lines} lines` : ""}, mark ${mark})`;
}
