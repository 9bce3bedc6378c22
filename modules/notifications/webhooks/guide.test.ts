import { expect, test } from "vitest";
import { now } from "#modules/kernel/clock.ts";
import { testEvent, uploadEvent, webhookEvents } from "../shared.ts";
import { webhookGuide } from "./guide.ts";
import { headersOf, RequestEvent, TestEvent, UploadEvent } from "./payload.ts";
import { webhookVerifier } from "./receivers.ts";

/* What integrators are told is what is sent. */

type Check = (secret: string, headers: Record<string, string | undefined>, body: string) => boolean;
const secretOf = (letter: string) => `whsec_${Buffer.from(letter.repeat(32)).toString("base64")}`;

test("the check that integrators copy takes what we sign, during a renewal too, and nothing else", async () => {
  const copied = `data:text/javascript,${encodeURIComponent(webhookVerifier)}`;
  const { isOurs } = (await import(/* @vite-ignore */ copied)) as { isOurs: Check };
  const next = secretOf("n");
  const old = secretOf("o");
  const foreign = secretOf("f");
  const seconds = Math.floor(now().getTime() / 1000);
  const body = '{"type":"request.closed"}';
  const headers = headersOf([next, old], "0193b1a2", seconds, body);
  expect([isOurs(next, headers, body), isOurs(old, headers, body)]).toEqual([true, true]);
  expect(isOurs(foreign, headers, body)).toBe(false);
  expect(isOurs(next, headers, `${body} `)).toBe(false);
  expect(isOurs(next, { ...headers, "webhook-id": "0193b1a3" }, body)).toBe(false);
  expect(isOurs(next, { ...headers, "webhook-signature": undefined }, body)).toBe(false);
  expect(isOurs(next, headersOf([next], "0193b1a2", seconds - 301, body), body)).toBe(false);
});

test("every event has an example that is a body as its schema says", () => {
  const { events, test: testExample } = webhookGuide();
  expect(events.map(({ event }) => event)).toEqual(webhookEvents);
  for (const { event, example } of events) {
    const body = JSON.parse(example) as { type: string };
    expect(body.type).toBe(event);
    expect((event === uploadEvent ? UploadEvent : RequestEvent).parse(body)).toEqual(body);
  }
  expect(TestEvent.parse(JSON.parse(testExample.example))).toMatchObject({ type: testEvent, data: {} });
});
