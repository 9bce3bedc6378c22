import type { ReadStream } from "node:fs";
import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import sirv from "sirv";

/** What sirv says about the file it is about to send. */
const ofTheFile = [
  "content-length",
  "content-type",
  "content-encoding",
  "content-range",
  "accept-ranges",
  "last-modified",
  "etag",
];

/**
 * The built files of a folder: precompressed, those with a hash in their name kept for good. The folder is read once;
 * a file that is gone when it is asked for (a build was written over this one) is a 404 and troubles nobody else.
 */
export function builtFiles(folder: string) {
  return sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders(response, pathname) {
      const hashed = pathname.startsWith("/assets/");
      response.setHeader("cache-control", hashed ? "public, max-age=31536000, immutable" : "public, max-age=3600");
      answerForTheFile(response);
    },
  });
}

/** sirv hears no error of the file it sends, and one that nobody hears ends the process. */
function answerForTheFile(response: ServerResponse) {
  // The head waits for the first byte, so that it can still say what became of the file.
  const { writeHead } = response;
  response.writeHead = (status: number, headers?: unknown) => {
    response.writeHead = writeHead;
    response.statusCode = status;
    for (const [name, value] of Object.entries((headers ?? {}) as OutgoingHttpHeaders))
      if (value !== undefined) response.setHeader(name, value);
    return response;
  };
  response.once("pipe", (file: ReadStream) => {
    file.once("error", ({ code }: NodeJS.ErrnoException) => {
      if (response.headersSent) return void response.destroy();
      for (const name of ofTheFile) response.removeHeader(name);
      const gone = code === "ENOENT";
      response.statusCode = gone ? 404 : 500;
      response.setHeader("cache-control", "no-store").setHeader("content-type", "text/plain");
      response.end(gone ? "Not found\n" : "Something went wrong\n");
    });
  });
}
