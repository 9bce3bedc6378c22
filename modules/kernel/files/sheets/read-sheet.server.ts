import { on } from "node:events";
import path from "node:path";
import { Worker } from "node:worker_threads";
import type { MessageKey, MessageParams } from "#modules/messages/index.ts";
import { second } from "../../clock.ts";
import { env } from "../../env.server.ts";
import { DomainError, type ErrorKind, invalid } from "../../errors.ts";
import { log } from "../../log.server.ts";
import { type SheetKind, sheetKindOf } from "./sheet-kind.server.ts";
import { type SheetRow, sheetLimits } from "./sheet-limits.ts";

/** The sheet a thread reads, and how many rows it sends at a time. */
export type SheetRequest = { path: string; kind: SheetKind; take: number };

/** What a thread sends: a page, the end, why the sheet is refused, or an error of a reader of ours. */
export type ReaderMessage = { page: SheetRow[] } | { over: true } | { refused: Refused } | { broken: Error };

/** Each page that was read is answered with it: the thread sends another one. */
export type ReaderAnswer = "next";

type Refused = { kind: ErrorKind; key: MessageKey; params: MessageParams | undefined };

const thread = path.join(env.root, "modules/kernel/files/sheets/sheet-thread.ts");

type ReadOptions = {
  /** Rows of a page. */
  take: number;
  /** How long a page may take, and the memory in MB the file may fill. */
  seconds?: number;
  memory?: number;
};

/**
 * Returns the rows of a csv, xlsx or xls file that are not empty, the heading first, in pages. This is the only reader of
 * files from outside. It refuses what is no table (`sheetKindOf`), what is beyond a limit (`sheetRows`), and a damaged
 * file (`sheet.unreadable`).
 *
 * A thread of its own takes the cells apart, so that nothing else waits. A file that fills its memory or takes too long
 * for a page ends the thread alone, and is refused with `sheet.bomb` or `sheet.tooSlow`. The thread is never more than two
 * pages ahead.
 */
export async function* readSheet(
  file: string,
  { take, seconds = sheetLimits.seconds, memory = sheetLimits.memory }: ReadOptions,
): AsyncGenerator<SheetRow[]> {
  const kind = await sheetKindOf(file);
  const workerData: SheetRequest = { path: file, kind, take };
  const resourceLimits = { maxOldGenerationSizeMb: memory };
  const reader = new Worker(thread, { workerData, execArgv: [], resourceLimits, stdout: true, stderr: true });
  // The library writes of each record it does not know: a file would fill the log.
  for (const words of [reader.stdout, reader.stderr]) words.resume();
  // An error after the last page was read is nobody's.
  reader.on("error", () => {});
  const messages = on(reader, "message", { close: ["exit"] }) as AsyncIterable<[ReaderMessage]>;
  let isSlow = false;
  const limitTime = () =>
    setTimeout(() => {
      isSlow = true;
      void reader.terminate();
    }, seconds * second);
  let timer = limitTime();
  try {
    for await (const [message] of messages) {
      clearTimeout(timer);
      if ("refused" in message) throw refusal(message.refused);
      if ("broken" in message) {
        log.error({ kind, err: message.broken }, "a reader of sheets stumbled over a file");
        throw invalid("sheet.unreadable");
      }
      if ("over" in message) return;
      yield message.page;
      timer = limitTime();
      reader.postMessage("next" satisfies ReaderAnswer);
    }
  } catch (error) {
    throw (error as { code?: string }).code === "ERR_WORKER_OUT_OF_MEMORY" ? invalid("sheet.bomb") : error;
  } finally {
    clearTimeout(timer);
    await reader.terminate();
  }
  throw isSlow ? invalid("sheet.tooSlow") : new Error("the thread of a sheet ended without a word");
}

const refusal = ({ kind, key, params }: Refused) => new DomainError(kind, key, { ...(params && { params }) });
