import { parentPort, workerData } from "node:worker_threads";
import { DomainError } from "../../errors.ts";
import type { SheetRow } from "./sheet-limits.ts";
import type { ReaderCommand, ReaderMessage, SheetRequest } from "./sheet-pages.server.ts";
import { sheetRows } from "./sheet-rows.server.ts";

/* The thread of one sheet: tells page after page, and no more than two that were not asked for yet. */

const port = parentPort!;
const { path, kind, take } = workerData as SheetRequest;
const say = (message: ReaderMessage) => port.postMessage(message);

const ahead = 2;
let mayTell = 0;
let goOn = () => {};
port.on("message", (command: ReaderCommand) => {
  if (command !== "next") return void read(command === "look");
  mayTell++;
  goOn();
});

/** Of a row nothing but what its sheet says about it; nothing where it says nothing. */
function noted(row: SheetRow): SheetRow[] {
  return row.hidden || row.formulas ? [{ ...row, cells: [] }] : [];
}

const isOfSystem = (error: unknown) => error instanceof Error && "syscall" in error;

async function read(onlyLooks: boolean) {
  mayTell = ahead;
  let hasSent = false;
  try {
    for await (const page of sheetRows(path, kind, take)) {
      while (mayTell === 0)
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
      mayTell--;
      say({ page: hasSent && onlyLooks ? page.flatMap(noted) : page });
      hasSent = true;
    }
    say({ over: true });
  } catch (error) {
    if (error instanceof DomainError) say({ refused: { kind: error.kind, key: error.key, params: error.params } });
    // The disk may answer the next time; a file that our readers do not understand is the same every time.
    else if (isOfSystem(error)) throw error;
    else say({ broken: error instanceof Error ? error : new Error(typeof error) });
  }
}
