import type { ReadStream } from "node:fs";
import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import sirv from "sirv";

/** The headers that sirv sets for the file it is about to send. */
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
 * Headers that speak to documents. Styles and scripts obey those of the page that loads them; with each of its files
 * they were most of a kilobyte.
 */
const ofDocuments = [
  "content-security-policy",
  "permissions-policy",
  "cross-origin-opener-policy",
  "origin-agent-cluster",
  "x-dns-prefetch-control",
  "x-download-options",
  "x-frame-options",
  "x-permitted-cross-domain-policies",
  "x-xss-protection",
];

/**
 * Serves the built files of a folder: precompressed, and with immutable caching when the name has a hash. The folder is
 * read once; a file that has since disappeared (a new build replaced this one) is a 404 for that request only.
 */
export function builtFiles(folder: string) {
  return sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders(response, pathname) {
      const hashed = pathname.startsWith("/assets/");
      response.setHeader("cache-control", hashed ? "public, max-age=31536000, immutable" : "public, max-age=3600");
      if (hashed && /\.(css|js)$/.test(pathname)) for (const name of ofDocuments) response.removeHeader(name);
      answerForTheFile(response);
    },
  });
}

/** sirv does not handle read errors of the file it streams, and an unhandled stream error would end the process. */
function answerForTheFile(response: ServerResponse) {
  // The head is sent with the first byte, so that the status can still change when the file cannot be read.
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
