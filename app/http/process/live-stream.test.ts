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

test("every open stream ends when the process stops", async () => {
  const { body } = liveStream(asking(), from("198.51.100.3"));
  const reader = body!.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe("retry: 2000\n\n");
  closeStreams();
  expect((await reader.read()).done).toBe(true);
});
