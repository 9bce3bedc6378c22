import { parentPort, workerData } from "node:worker_threads";
import { DomainError } from "../../errors.ts";
import type { Said, Wish } from "./sheet-pages.server.ts";
import { sheetRows } from "./sheet-rows.server.ts";

/* The thread of one sheet: tells page after page, and no more than two that were not asked for yet. */

const port = parentPort!;
const { path, kind, take } = workerData as Wish;
const say = (said: Said) => port.postMessage(said);

let mayTell = 2;
let goOn = () => {};
port.on("message", () => {
  mayTell++;
  goOn();
});

try {
  for await (const page of sheetRows(path, kind, take)) {
    while (mayTell === 0)
      await new Promise<void>((asked) => {
        goOn = asked;
      });
    mayTell--;
    say({ page });
  }
  say({ over: true });
} catch (error) {
  if (!(error instanceof DomainError)) throw error;
  say({ refused: { kind: error.kind, key: error.key, params: error.params } });
} finally {
  port.close();
}
