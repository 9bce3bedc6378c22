import { expect, test } from "vitest";
import { closeStreams, liveStream } from "./live-stream.server.ts";

const asking = () => new Request("http://localhost:3000/live/ticket");
const from = (address: string) => ({ topics: ["ticket:a"], address });

test("an address holds a bounded number of streams, and a place is free again when one ends", async () => {
  const first = liveStream(asking(), from("198.51.100.1"));
  for (let held = 1; held < 200; held++) liveStream(asking(), from("198.51.100.1"));
  expect(() => liveStream(asking(), from("198.51.100.1"))).toThrow("error.tooMany");
  expect(liveStream(asking(), from("198.51.100.2")).status).toBe(200);
  await first.body!.cancel();
  expect(liveStream(asking(), from("198.51.100.1")).status).toBe(200);
  closeStreams();
});

test("an account holds a bounded number of streams from all its addresses together, and frees a place with one", async () => {
  const of = (account: string, n: number) => ({ topics: ["center:a"], address: `198.51.100.${n}`, account });
  const first = liveStream(asking(), of("center:one", 1));
  for (let held = 1; held < 40; held++) liveStream(asking(), of("center:one", held + 1));
  for (const n of [1, 50]) expect(() => liveStream(asking(), of("center:one", n))).toThrow("error.tooMany");
  expect(liveStream(asking(), of("center:two", 1)).status).toBe(200);
  expect(liveStream(asking(), from("198.51.100.1")).status).toBe(200);
  await first.body!.cancel();
  await first.body!.cancel();
  expect(liveStream(asking(), of("center:one", 50)).status).toBe(200);
  expect(() => liveStream(asking(), of("center:one", 51))).toThrow("error.tooMany");
  closeStreams();
  for (let held = 0; held < 40; held++) liveStream(asking(), of("center:one", 1));
  closeStreams();
});

test("one refused for its account takes no place of its address", () => {
  const of = (account: string) => ({ topics: ["center:a"], address: "198.51.100.9", account });
  for (let held = 0; held < 40; held++) liveStream(asking(), of("center:one"));
  for (let tried = 0; tried < 300; tried++) expect(() => liveStream(asking(), of("center:one"))).toThrow();
  for (let held = 0; held < 40; held++) expect(liveStream(asking(), of("center:two")).status).toBe(200);
  closeStreams();
});

test("every open stream ends when the process stops", async () => {
  const { body } = liveStream(asking(), from("198.51.100.3"));
  const reader = body!.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe("retry: 2000\n\n");
  closeStreams();
  expect((await reader.read()).done).toBe(true);
});
