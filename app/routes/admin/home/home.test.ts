import { afterAll, beforeAll, expect, test } from "vitest";
import { aDesk, asked } from "#app/testing/a-desk.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { serveSandbox } from "#modules/sandbox/serve.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { action, loader } from "./route.tsx";
import type { HomeView } from "./view.server.ts";

openDatabase();

let sandbox: Awaited<ReturnType<typeof serveSandbox>>;
beforeAll(async () => {
  sandbox = await serveSandbox();
});
afterAll(() => sandbox.stop());

/** The state of the payment keys on the checklist, opened by this address. */
async function keysAt(address: string, cookie: string) {
  const { data } = (await loader(asked(address, cookie) as never)) as unknown as { data: HomeView };
  return data.setUp?.steps.find(({ step }) => step === "payments")?.state;
}
const tried = async (cookie: string) =>
  (await action(asked("/Home", cookie, { intent: "checkKeys" }) as never)) as Response;

test("the payment keys are done by a test order the provider took, by nothing that stands in an address", async () => {
  const cookie = await aDesk();
  const addresses = ["/Home", "/Home?keys=ok", "/Home?keys=bad"];
  for (const address of addresses) expect(await keysAt(address, cookie), address).toBe("look");

  const { status, headers } = await tried(cookie);
  expect([status, headers.get("location")]).toEqual([303, "/Home"]);
  for (const address of addresses) expect(await keysAt(address, cookie), address).toBe("done");

  const { razorpayKeySecret, razorpayBaseUrl } = env;
  configure({ razorpayKeySecret: "another secret" });
  expect(await keysAt("/Home?keys=ok", cookie)).toBe("look");
  configure({ razorpayBaseUrl: `${sandbox.origin}/nowhere` });
  await tried(cookie);
  for (const address of addresses) expect(await keysAt(address, cookie), address).toBe("missing");
  configure({ razorpayKeySecret, razorpayBaseUrl });
  expect(await keysAt("/Home", cookie)).toBe("done");
});

test("who is no SUPER_ADMIN sees no checklist and tries no keys", async () => {
  const clerk = await aDesk(["view_admin_bar"]);
  const tries = "select count(*)::int as n from history where event = 'installation.paymentKeysTried'";
  const before = await row(tries);
  expect(await keysAt("/Home?keys=ok", clerk)).toBeUndefined();
  expect(await tried(clerk)).toMatchObject({ init: { status: 403 } });
  expect(await row(tries)).toEqual(before);
});
