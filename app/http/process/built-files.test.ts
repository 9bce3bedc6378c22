import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { builtFiles } from "./built-files.ts";

let folder: string;
let server: http.Server;
let origin: string;

const script = "export const here = true;\n".repeat(40);
const at = (name: string) => path.join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "built-"));
  await mkdir(at("assets"));
  for (const name of ["stays", "gone", "folder"]) await writeFile(at(`assets/${name}-1a2b.js`), script);
  await writeFile(at("assets/stays-1a2b.js.br"), brotliCompressSync(script));
  await writeFile(at("icon.svg"), "<svg/>");
  const serve = builtFiles(folder);
  server = http.createServer((request, response) => {
    serve(request, response, () => void response.writeHead(404).end("the next one"));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((closed) => server.close(closed));
  await rm(folder, { recursive: true });
});

const get = (name: string, headers: Record<string, string> = { "accept-encoding": "identity" }) =>
  fetch(`${origin}/${name}`, { headers });

test("a built file comes whole, pressed for who takes it so, and is kept by its name", async () => {
  const plain = await get("assets/stays-1a2b.js");
  expect(await plain.text()).toBe(script);
  expect(plain.headers.get("content-length")).toBe(String(script.length));
  expect(plain.headers.get("content-type")).toContain("javascript");
  expect(plain.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  const pressed = await get("assets/stays-1a2b.js", { "accept-encoding": "br" });
  expect([pressed.headers.get("content-encoding"), await pressed.text()]).toEqual(["br", script]);
  const again = await get("assets/stays-1a2b.js", { "if-none-match": plain.headers.get("etag")! });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  const part = await get("assets/stays-1a2b.js", { range: "bytes=0-5" });
  expect([part.status, await part.text()]).toEqual([206, "export"]);
  expect((await get("icon.svg")).headers.get("cache-control")).toBe("public, max-age=3600");
  expect(await (await get("no-such-page")).text()).toBe("the next one");
});

test("a file that vanished under the process is a 404 that nobody keeps, and the process lives", async () => {
  await rm(at("assets/gone-1a2b.js"));
  const answer = await get("assets/gone-1a2b.js");
  expect([answer.status, await answer.text()]).toEqual([404, "Not found\n"]);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  for (const name of ["etag", "last-modified", "content-encoding"]) expect(answer.headers.get(name)).toBeNull();
  expect((await get("assets/stays-1a2b.js")).status).toBe(200);
});

test("a file that cannot be read any more is a 500, and the process lives", async () => {
  await rm(at("assets/folder-1a2b.js"));
  await mkdir(at("assets/folder-1a2b.js"));
  expect((await get("assets/folder-1a2b.js")).status).toBe(500);
  expect((await get("assets/stays-1a2b.js")).status).toBe(200);
});
