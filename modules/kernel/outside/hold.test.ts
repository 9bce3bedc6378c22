import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { sendDue } from "#modules/notifications/webhooks/send.ts";
import { asOwner, openDatabase } from "#modules/testing/database.ts";
import { aClient } from "#modules/testing/factories.ts";
import { hold, isHeld, release } from "./hold.server.ts";
import { callProvider } from "./provider-call.server.ts";

openDatabase();

let calls = 0;
const server = createServer((_request, response) => {
  calls += 1;
  response.setHeader("content-type", "application/json").end('{"ok":true}');
});
const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

beforeAll(() => new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening)));
afterAll(() => void server.close());

const ask = () =>
  callProvider({ provider: "msg91", url: url(), answer: z.object({ ok: z.literal(true) }), refusal: () => ({}) });

/** A webhook's delivery that is due. */
async function aDelivery() {
  const { id } = await aClient();
  await asOwner(sql`with e as (insert into webhook_endpoints (id, client_id, url, events, secret_sealed, created_kind, created_at)
       values (gen_random_uuid(), ${id}, ${url()}, '{request.created}', 'none', 'system', now()) returning id)
     insert into webhook_deliveries (id, endpoint_id, event, facts, next_at, give_up_at, created_at)
     select gen_random_uuid(), id, 'test', '{}', now(), now() + interval '1 day', now() from e`);
}

test("a copy that was restored asks no provider and sends no webhook until it is released", async () => {
  expect(await ask()).toEqual({ ok: true });
  const held = await hold();
  expect(await isHeld()).toBe(true);
  await expect(ask()).rejects.toMatchObject({
    kind: "unavailable",
    cause: { message: expect.stringMatching(/restored/) },
  });
  await aDelivery();
  expect(await sendDue()).toBe(false);
  expect(await asOwner("select attempts from webhook_deliveries")).toEqual([{ attempts: 0 }]);
  expect(calls).toBe(1);

  expect((await release()).map(({ id }) => id)).toEqual([held.id]);
  expect(await ask()).toEqual({ ok: true });
  expect(await release()).toEqual([]);
});
