import { on } from "node:events";
import path from "node:path";
import { Worker } from "node:worker_threads";
import type { MessageKey, MessageParams } from "#modules/messages/index.ts";
import { second } from "../../clock.ts";
import { env } from "../../env.server.ts";
import { DomainError, type ErrorKind, invalid } from "../../errors.ts";
import { log } from "../../log.server.ts";
import type { SheetKind } from "./sheet-kind.server.ts";
import { type SheetRow, sheetLimits } from "./sheet-limits.ts";

/** The sheet of a thread, and how many rows it tells at a time. */
export type SheetRequest = { path: string; kind: SheetKind; take: number };

/**
 * What the thread is asked for: to read the sheet from its beginning; only to look whether it can be read, when all pages
 * but the first have no rows but those that are hidden or hold formulas, without their cells; or the next page.
 */
export type ReaderCommand = "read" | "look" | "next";

/** What the thread tells: a page, the end, why the sheet is refused, or what a reader of ours stumbled over. */
export type ReaderMessage = { page: SheetRow[] } | { over: true } | { refused: Refused } | { broken: Error };

type Refused = { kind: ErrorKind; key: MessageKey; params: MessageParams | undefined };

const thread = path.join(env.root, "modules/kernel/files/sheets/sheet-thread.ts");

/** A sheet that is read as often as one likes, each time from its beginning. */
export type OpenSheet = { pages(how: "read" | "look"): AsyncGenerator<SheetRow[]>; close(): Promise<unknown> };

/**
 * Opens a sheet whose rows are those of `sheetRows`, read by a thread of their own: taking cells apart holds nothing else
 * up, and a sheet that fills its memory or takes too long for a page ends its thread alone, and is refused with
 * `sheet.bomb` or `sheet.tooSlow`. The thread is never more than two pages ahead. A sheet a reader stumbles over is refused
 * as damaged: it would be the same the next time.
 */
export function openSheet(
  path: string,
  kind: SheetKind,
  take: number,
  { seconds, memory }: { seconds: number; memory: number } = sheetLimits,
): OpenSheet {
  const workerData: SheetRequest = { path, kind, take };
  const resourceLimits = { maxOldGenerationSizeMb: memory };
  const reader = new Worker(thread, { workerData, execArgv: [], resourceLimits, stdout: true, stderr: true });
  // The library writes of each record it does not know: a file would fill the log.
  for (const words of [reader.stdout, reader.stderr]) words.resume();
  let ended: unknown;
  // Whoever reads hears of it; so does who begins to read afterwards.
  reader.on("error", (error) => {
    ended = error;
  });
  reader.on("exit", () => {
    ended ??= new Error("the thread of a sheet ended without a word");
  });
  let slow: NodeJS.Timeout | undefined;
  const ask = (what: ReaderCommand) => {
    slow = setTimeout(() => {
      ended ??= invalid("sheet.tooSlow");
      void reader.terminate();
    }, seconds * second);
    reader.postMessage(what);
  };
  async function* pages(how: "read" | "look") {
    if (ended) throw asRefusal(ended);
    const messages = on(reader, "message", { close: ["exit"] }) as AsyncIterable<[ReaderMessage]>;
    ask(how);
    try {
      for await (const [message] of messages) {
        clearTimeout(slow);
        if ("refused" in message) throw refusal(message.refused);
        if ("broken" in message) {
          log.error({ kind, err: message.broken }, "a reader of sheets stumbled over a file");
          throw invalid("sheet.unreadable");
        }
        if ("over" in message) return;
        yield message.page;
        ask("next");
      }
    } catch (error) {
      throw asRefusal(error);
    } finally {
      clearTimeout(slow);
    }
    throw asRefusal(ended);
  }
  return { pages, close: () => reader.terminate() };
}

const asRefusal = (error: unknown) =>
  (error as { code?: string }).code === "ERR_WORKER_OUT_OF_MEMORY" ? invalid("sheet.bomb") : error;

/** The pages of a sheet that is read once. */
export async function* sheetPages(path: string, kind: SheetKind, take: number): AsyncGenerator<SheetRow[]> {
  const sheet = openSheet(path, kind, take);
  try {
    yield* sheet.pages("read");
  } finally {
    await sheet.close();
  }
}

const refusal = ({ kind, key, params }: Refused) => new DomainError(kind, key, { ...(params && { params }) });
