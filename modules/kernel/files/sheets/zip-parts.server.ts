import { createReadStream } from "node:fs";
import { Unzip, UnzipInflate } from "fflate";
import { invalid } from "../../errors.ts";

/** What is done with the bytes of a part as they are unpacked; `over` comes with the last ones. */
export type PartReader = (bytes: Uint8Array, over: boolean) => void;

/**
 * Unpacks the parts of a workbook that somebody reads, in their order, and yields after each piece of the file; `packed`
 * is how many bytes of it came so far. What is no zip or breaks off is refused with `sheet.unreadable`.
 */
export async function* unzipped(
  path: string,
  readerOf: (name: string) => PartReader | undefined,
  came: (packed: number) => void = () => {},
): AsyncGenerator<void> {
  let refusal: unknown;
  const unzip = new Unzip((entry) => {
    if (refusal) return;
    const guarded = (work: () => void) => {
      if (refusal) return;
      try {
        work();
      } catch (error) {
        refusal = error;
      }
    };
    guarded(() => {
      const read = readerOf(entry.name);
      if (!read) return;
      entry.ondata = (error, bytes, over) =>
        guarded(() => {
          if (error) throw invalid("sheet.unreadable");
          read(bytes, over);
        });
      entry.start();
    });
  });
  unzip.register(UnzipInflate);
  const push = (bytes: Uint8Array, over: boolean) => {
    try {
      unzip.push(bytes, over);
    } catch {
      refusal ??= invalid("sheet.unreadable");
    }
    if (refusal) throw refusal;
  };
  let packed = 0;
  // Small pieces: one may unpack to a thousand times its size before it is counted.
  for await (const chunk of createReadStream(path, { highWaterMark: 16 * 1024 })) {
    packed += (chunk as Buffer).length;
    came(packed);
    push(chunk as Buffer, false);
    yield;
  }
  push(new Uint8Array(), true);
  yield;
}
