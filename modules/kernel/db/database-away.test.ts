import net from "node:net";
import { expect, test } from "vitest";
import { appUrl, openDatabase } from "#modules/testing/database.ts";
import { databaseIsThere } from "./database-away.server.ts";

openDatabase();

const at = (changes: Partial<Pick<URL, "port" | "password">>) => Object.assign(new URL(appUrl), changes).href;

test("a start waits for a database that is away, and goes on once it is there", async () => {
  const { hostname, port } = new URL(appUrl);
  const door = net.createServer((socket) => {
    const behind = net.connect(Number(port), hostname);
    socket.pipe(behind).pipe(socket);
    for (const side of [socket, behind]) side.on("error", () => {});
  });
  const place = await new Promise<number>((resolve) => {
    const probe = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
  let there = false;
  const waiting = databaseIsThere(at({ port: String(place) })).then(() => {
    there = true;
  });
  await expect(databaseIsThere(at({ port: String(place) }), 0)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  expect(there).toBe(false);
  door.listen(place, "127.0.0.1");
  await waiting;
  door.close();
});

test("a wrong password is not waited for", async () => {
  await expect(databaseIsThere(at({ password: "wrong" }))).rejects.toMatchObject({ code: "28P01" });
});
