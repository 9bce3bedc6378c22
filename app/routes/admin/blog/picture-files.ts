import type { FilesTaken } from "#app/http/request/upload.server.ts";

/** The one picture of a post's form; the verb says that it must be smaller than 1 MB (Q124). */
export const pictureFiles: FilesTaken = { names: ["picture"], most: 1, bytes: 10 * 1024 * 1024 };
