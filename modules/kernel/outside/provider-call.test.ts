import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { DomainError } from "#modules/kernel/errors.ts";
import { callProvider, GatewayError } from "./provider-call.server.ts";

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function providerThat(answers: RequestListener) {
  server = createServer(answers);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return (timeoutMs = 2_000) =>
    callProvider({
      provider: "bank",
      url,
      headers: { authorization: "Basic c2VjcmV0" },
      timeoutMs,
      answer: z.object({ ok: z.literal(true) }),
      refusal: (body) => body as { code?: unknown; description?: unknown },
    });
}

test("a provider that never answers is unavailable after the timeout", async () => {
  const call = await providerThat(() => {});
  const started = performance.now();
  const error = await call(150).catch((e) => e);
  expect(error).toBeInstanceOf(DomainError);
  expect(error).toMatchObject({ kind: "unavailable", key: "error.unavailable", cause: { name: "TimeoutError" } });
  expect(performance.now() - started).toBeLessThan(1_500);
});

test("a body that never ends is unavailable after the timeout too", async () => {
  const call = await providerThat((_request, response) => response.writeHead(200).write('{"ok":'));
  expect(await call(150).catch((e) => e)).toMatchObject({ kind: "unavailable" });
});

test("five failures in a row open the circuit: the sixth call fails at once and reaches nobody", async () => {
  let calls = 0;
  const call = await providerThat((_request, response) => {
    calls += 1;
    response.writeHead(500).end();
  });
  for (let i = 0; i < 8; i += 1) await expect(call()).rejects.toMatchObject({ kind: "unavailable" });
  expect(calls).toBe(5);
});

test("refusals do not open the circuit, and no error repeats our credentials", async () => {
  const call = await providerThat((_request, response) =>
    response.writeHead(400).end('{"code":"BAD","description":"no such thing"}'),
  );
  for (let i = 0; i < 8; i += 1) {
    const error = await call().catch((e) => e);
    expect(error).toBeInstanceOf(GatewayError);
    expect(error).toMatchObject({ status: 400, code: "BAD" });
    expect(JSON.stringify([error.message, error.stack, error.cause])).not.toContain("c2VjcmV0");
  }
});
