import { on } from "node:events";
import path from "node:path";
import { Worker } from "node:worker_threads";
import type { MessageKey, MessageParams } from "#modules/messages/index.ts";
import { env } from "../../env.server.ts";
import { DomainError, type ErrorKind, invalid } from "../../errors.ts";
import type { SheetKind } from "./sheet-kind.server.ts";
import type { SheetRow } from "./sheet-limits.ts";

/** What the thread is asked for. */
export type Wish = { path: string; kind: SheetKind; take: number };

/** What the thread tells: a page, the end, or why the sheet is refused. */
export type Said = { page: SheetRow[] } | { over: true } | { refused: Refused };

type Refused = { kind: ErrorKind; key: MessageKey; params: MessageParams | undefined };

const thread = path.join(env.root, "modules/kernel/files/sheets/sheet-thread.ts");

/**
 * The rows of `sheetRows`, read by a thread of their own: taking cells apart holds nothing else up, and a sheet that fills
 * all memory there is ends its thread alone. The thread is never more than two pages ahead, and ends with its reader.
 */
export async function* sheetPages(path: string, kind: SheetKind, take: number): AsyncGenerator<SheetRow[]> {
  const reader = new Worker(thread, { workerData: { path, kind, take } satisfies Wish, execArgv: [] });
  try {
    for await (const [said] of on(reader, "message", { close: ["exit"] }) as AsyncIterable<[Said]>) {
      if ("refused" in said) throw refusal(said.refused);
      if ("over" in said) return;
      yield said.page;
      reader.postMessage("next");
    }
    throw new Error("the thread of a sheet ended without a word");
  } catch (error) {
    throw (error as { code?: string }).code === "ERR_WORKER_OUT_OF_MEMORY" ? invalid("sheet.unreadable") : error;
  } finally {
    await reader.terminate();
  }
}

const refusal = ({ kind, key, params }: Refused) => new DomainError(kind, key, { ...(params && { params }) });
