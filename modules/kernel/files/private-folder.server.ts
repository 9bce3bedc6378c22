import fs from "node:fs";
import path from "node:path";

/** Makes a folder that only this user can open; one that exists is left as it is, and so are the folders above it. */
export function makePrivateFolder(folder: string) {
  fs.mkdirSync(path.dirname(folder), { recursive: true });
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/**
 * Makes a folder private, also one that an earlier version made readable for every user of the machine; the files in it
 * are closed with it.
 */
export function closeFolder(folder: string) {
  makePrivateFolder(folder);
  fs.chmodSync(folder, 0o700);
}
