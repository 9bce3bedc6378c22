import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { parseConfiguration } from "./configuration-text.ts";

type Source = Record<string, string | undefined>;

/** What a process reads: its values, where each comes from, and what is wrong with the files. */
export type Sources = {
  values: Source;
  /** By name: `environment`, or file and line (`/etc/gharseva/env:12`). */
  origins: Record<string, string>;
  /** The files that were read, in the order in which they stand over one another. */
  files: string[];
  /** Names and values of the common file that the environment does not have; child processes get them. */
  shared: Record<string, string>;
  problems: string[];
  warnings: string[];
};

/** The owner's part of the configuration: a role that may change the schema. Web and worker never get it. */
const ownersAlone = new Set(["OWNER_DATABASE_URL", "POSTGRES_PASSWORD"]);
/** Read before the files are, so they have no effect in one. */
const ofEnvironment =
  /^(CONFIG_FILE|OWNER_CONFIG_FILE|PROJECT_ROOT|NODE_(?!ENV$)\w+|UV_THREADPOOL_SIZE|MALLOC_\w+|TZ)$/;
const largest = 1024 * 1024;

/**
 * The configuration of a process with this environment: the file that CONFIG_FILE names (default: `.env` beside
 * package.json, if there is one), the owner's file that OWNER_CONFIG_FILE names (none by default), and over both the
 * environment, whose variables count even when they are empty. Tests read no file: a developer's keys must not reach a real
 * gateway from a test.
 */
export function readSources(environment: Source, root: string): Sources {
  const sources: Sources = { values: {}, origins: {}, files: [], shared: {}, problems: [], warnings: [] };
  if (environment.NODE_ENV !== "test") {
    const named = environment.CONFIG_FILE;
    readInto(sources, path.resolve(root, named || ".env"), { optional: !named, owners: false });
    sources.shared = Object.fromEntries(
      Object.entries(sources.values).filter(([name]) => environment[name] === undefined) as [string, string][],
    );
    if (environment.OWNER_CONFIG_FILE)
      readInto(sources, path.resolve(root, environment.OWNER_CONFIG_FILE), { optional: false, owners: true });
  }
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined) continue;
    sources.values[name] = value;
    sources.origins[name] = "environment";
  }
  return sources;
}

function readInto(sources: Sources, file: string, { optional, owners }: { optional: boolean; owners: boolean }) {
  const text = fileText(file, optional);
  if (text === undefined) return;
  if (typeof text !== "string") return void sources.problems.push(`${file} ${text.problem}`);
  const { entries, problems, warnings } = parseConfiguration(text);
  sources.files.push(file);
  sources.problems.push(...problems.map((problem) => `${file}, ${problem}`));
  sources.warnings.push(...warnings.map((warning) => `${file}, ${warning}`));
  for (const { name, value, line } of entries) {
    const at = `${file}, line ${line}: ${name}`;
    if (owners && !ownersAlone.has(name)) {
      sources.problems.push(`${at} belongs to the common file: this one has the database owner's address alone`);
      continue;
    }
    if (!owners && value !== "" && ownersAlone.has(name))
      sources.warnings.push(`${at} is the database owner's: move it to the file that OWNER_CONFIG_FILE names`);
    if (ofEnvironment.test(name)) sources.warnings.push(`${at} has no effect here: set it in the environment`);
    sources.values[name] = value;
    sources.origins[name] = `${file}:${line}`;
  }
}

const readErrors: Record<string, string> = {
  ENOENT: "is not there",
  EACCES: "cannot be read by this user",
  EISDIR: "is a folder",
};

/** A file's text; undefined for an optional one that is not there, or why it cannot be read. */
function fileText(file: string, optional: boolean): string | { problem: string } | undefined {
  try {
    const stats = statSync(file);
    if (stats.isFile() && stats.size > largest) return { problem: "is larger than 1 MB" };
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    if (optional && code === "ENOENT") return undefined;
    return { problem: readErrors[code] ?? message };
  }
}
