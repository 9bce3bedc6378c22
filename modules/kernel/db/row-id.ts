import { randomUUIDv7 } from "node:crypto";

let last = "";

/** The internal id of a new row: a UUIDv7 greater than this process's last one, so that rows sort as they were made. */
export function rowId(): string {
  const id = randomUUIDv7();
  last = id > last ? id : following(last);
  return last;
}

/** The next greater id of the same moment. */
function following(id: string): string {
  const tail = BigInt(`0x${id.slice(24)}`) + 1n;
  return id.slice(0, 24) + BigInt.asUintN(48, tail).toString(16).padStart(12, "0");
}
