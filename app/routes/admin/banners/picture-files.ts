import type { FilesTaken } from "#app/http/request/upload.server.ts";

/** The one picture of a banner's form. */
export const pictureFiles: FilesTaken = { names: ["picture"], most: 1, bytes: 10 * 1024 * 1024 };
