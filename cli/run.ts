import type { Command } from "commander";
import { exitCodes } from "./exit-codes.ts";
import { fieldWord } from "./field-words.ts";
import { inPlainWords } from "./plain-words.ts";

/** The options of every command. */
export type GlobalOptions = { json: boolean; color: boolean; input: boolean };

export { exitCodes };

/** The command was called with wrong arguments. */
export class UsageError extends Error {}

/** The command finished and found problems it has already printed. */
export class Failed extends Error {}

/** Another process holds what the command needs. */
export class Conflict extends Error {}

/** Something outside the product stands in the way; the message says what, and what to do. */
export class Trouble extends Error {}

/** The command was stopped from outside, which needs no words; what it had begun is put away. */
export class Stopped extends Error {
  readonly code: number;
  constructor(code: number) {
    super("stopped");
    this.code = code;
  }
}

/** Prints progress for people on stderr; silent with --json. */
export const tell = (line: string, { json }: { json?: boolean } = {}) => {
  if (!json) process.stderr.write(`${line}\n`);
};

/** Prints a command's result on stdout: `text` for people, one JSON value for programs. */
export const show = (data: unknown, text: string, { json }: { json?: boolean } = {}) => {
  process.stdout.write(`${json ? JSON.stringify(data) : text}\n`);
};

/** Colours a text when stdout is a terminal and neither NO_COLOR nor --no-color is set. */
export const painted = (format: "green" | "red" | "yellow" | "bold", text: string, { color }: { color?: boolean }) => {
  const codes = { green: 32, red: 31, yellow: 33, bold: 1 };
  const wanted = color !== false && process.stdout.isTTY && process.stdout.hasColors();
  return wanted ? `\u001b[${codes[format]}m${text}\u001b[0m` : text;
};

/** Makes a command's action: its code is imported when it is called, and its errors are translated only here. */
export const action =
  <O>(load: () => Promise<(options: O & GlobalOptions, ...args: string[]) => Promise<unknown>>) =>
  async (...called: unknown[]) => {
    const command = called.at(-1) as Command;
    const options = command.optsWithGlobals<O & GlobalOptions>();
    process.once("SIGINT", interrupted);
    try {
      const act = await load();
      await act(options, ...(called.slice(0, -2) as string[]));
    } catch (error) {
      process.exitCode = await explain(error, options, command);
    }
  };

const interrupted = () => process.exit(exitCodes.interrupted);

/** Lets the running code handle Ctrl-C itself from here on. */
export const ownsInterrupt = () => void process.off("SIGINT", interrupted);

const pipeBroke = (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(exitCodes.brokenPipe);
};

/** Whoever reads may go away when they have enough, as `head` does: that is no failure of ours to be told with a stack. */
export function endsWithItsReader() {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", pipeBroke);
}

const stops = { SIGINT: exitCodes.interrupted, SIGTERM: 143 } as const;
type StopSignal = keyof typeof stops;

/**
 * Does what must not be torn off in the middle: Ctrl-C, SIGTERM and a reader of our output who went away abort its signal,
 * with `Stopped` as the reason, and what is in hand is put away before the process ends. Asked a second time it ends at once.
 */
export async function stoppable<T>(work: (stop: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const stopped = (signal: StopSignal) => stop.abort(new Stopped(stops[signal]));
  const unread = (error: NodeJS.ErrnoException) => {
    // What was aborted is closed with errors of its own.
    if (error.code !== "EPIPE" && !stop.signal.aborted) throw error;
    stop.abort(new Stopped(exitCodes.brokenPipe));
  };
  const streams = [process.stdout, process.stderr];
  ownsInterrupt();
  for (const signal of Object.keys(stops) as StopSignal[]) process.once(signal, stopped);
  for (const stream of streams) stream.off("error", pipeBroke).on("error", unread);
  try {
    return await work(stop.signal);
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error;
  } finally {
    for (const signal of Object.keys(stops) as StopSignal[]) process.off(signal, stopped);
    process.once("SIGINT", interrupted);
    for (const stream of streams) stream.off("error", unread).on("error", pipeBroke);
  }
}

type Refusal = { kind: string; key: string; fields?: Record<string, string>; params?: Record<string, string | number> };

/** Prints what went wrong, its fields by the words of the command, and returns the exit code. */
async function explain(error: unknown, options: { json?: boolean }, command: Command): Promise<number> {
  if (error instanceof Failed) return exitCodes.failure;
  if (error instanceof Stopped) return error.code;
  if (error instanceof UsageError) return printFailure(error.message, "usage", exitCodes.usage, options);
  if (error instanceof Conflict) return printFailure(error.message, "conflict", exitCodes.conflict, options);
  if (error instanceof Trouble) return printFailure(error.message, "unavailable", exitCodes.failure, options);
  if (error instanceof Error && error.name === "DomainError") return refused(error as never, options, command);
  if (error instanceof Error && error.name === "ZodError") return unreadable(error as never, options, command);
  const plain = inPlainWords(error);
  if (plain) return printFailure(plain.message, plain.kind, plain.code, options);
  const { message } = error as { message?: string };
  // A bug: its stack is needed to fix it.
  const trace = error instanceof Error ? (error.stack ?? message) : String(error);
  return printFailure(
    options.json ? (message ?? "failed") : (trace ?? "failed"),
    "failure",
    exitCodes.failure,
    options,
  );
}

const codeOfKind: Record<string, number> = {
  invalid: exitCodes.usage,
  unauthenticated: exitCodes.denied,
  denied: exitCodes.denied,
  missing: exitCodes.missing,
  conflict: exitCodes.conflict,
  limited: exitCodes.failure,
  unavailable: exitCodes.failure,
};

async function refused(refusal: Refusal, options: { json?: boolean }, command: Command) {
  const messages = await import("#modules/messages/index.ts");
  const text = (key: string) => messages.say(key as never, refusal.params as never);
  const fields = Object.entries(refusal.fields ?? {})
    .filter(([, key]) => key !== refusal.key)
    .map(([name, key]) => `  ${fieldWord(command, name)}: ${text(key)}`);
  const lines = [text(refusal.key), ...fields].join("\n");
  return printFailure(lines, refusal.kind, codeOfKind[refusal.kind] ?? exitCodes.failure, options);
}

type Unreadable = { issues: { path: PropertyKey[]; message: string }[] };

async function unreadable(error: Unreadable, options: { json?: boolean }, command: Command) {
  const messages = await import("#modules/messages/index.ts");
  const lines = error.issues.map(
    ({ path, message }) => `${fieldWord(command, path.join("."))}: ${messages.say(message as never)}`,
  );
  return printFailure(lines.join("\n"), "invalid", exitCodes.usage, options);
}

/** Prints what went wrong, as JSON where that is asked for, and returns the exit code. */
export function printFailure(message: string, kind: string, code: number, { json }: { json?: boolean }) {
  process.stderr.write(json ? `${JSON.stringify({ error: { kind, message } })}\n` : `${message}\n`);
  return code;
}
