import { parentPort, workerData } from "node:worker_threads";
import { DomainError } from "../../errors.ts";
import type { ReaderAnswer, ReaderMessage, SheetRequest } from "./read-sheet.server.ts";
import { sheetRows } from "./sheet-rows.server.ts";

/* The thread of one sheet: sends page after page, and no more than two that were not answered yet. */

const port = parentPort!;
const { path, kind, take } = workerData as SheetRequest;
const send = (message: ReaderMessage) => port.postMessage(message);

let maySend = 2;
let goOn = () => {};
port.on("message", (_: ReaderAnswer) => {
  maySend++;
  goOn();
});

const isOfSystem = (error: unknown) => error instanceof Error && "syscall" in error;

try {
  for await (const page of sheetRows(path, kind, take)) {
    while (maySend === 0)
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    maySend--;
    send({ page });
  }
  send({ over: true });
} catch (error) {
  if (error instanceof DomainError) send({ refused: { kind: error.kind, key: error.key, params: error.params } });
  // The disk may answer the next time; a file that our readers do not understand is the same every time.
  else if (isOfSystem(error)) throw error;
  else send({ broken: error instanceof Error ? error : new Error(typeof error) });
}
