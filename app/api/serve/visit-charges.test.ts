import { afterEach, beforeEach, expect, test } from "vitest";
import { freezeClock, resetClock } from "#modules/kernel/clock.ts";
import { adminToken } from "#modules/testing/admin-token.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aClient, anAddress, anAdmin, aService } from "#modules/testing/factories.ts";
import { serve } from "./serve.server.ts";

openDatabase();

/* What a visit of a service costs, by call: ours, for a SUPER_ADMIN, as the page /visit-charges. */

beforeEach(() => freezeClock("2026-11-23T06:00:00Z"));
afterEach(resetClock);

type Reply = { status: number; success: number; message: string; code?: string; fields?: object; data: never };

async function aDesk(admin: Parameters<typeof anAdmin>[0] = {}) {
  const token = await adminToken((await anAdmin(admin)).id);
  return async (method: "GET" | "POST", input: object): Promise<Reply> => {
    const query = method === "GET" ? `?${new URLSearchParams(Object.entries(input))}` : "";
    const request = new Request(`http://localhost:3000/api/admin/visit-charges${query}`, {
      method,
      headers: { "x-access-token": token, "content-type": "application/json" },
      ...(method === "POST" && { body: JSON.stringify(input) }),
    });
    return (await serve({ request, params: {}, context: { address: anAddress(), requestId: "charges" } })).json();
  };
}

test("a visit charge is set by call, from a later day too, read back in rupees, and ended by 0", async () => {
  const desk = await aDesk();
  const { id: service_object_id } = await aService();
  const of = { service_object_id, area: "560" };
  expect(await desk("GET", { service_object_id })).toMatchObject({ success: 1, data: [] });
  expect(await desk("POST", { ...of, visit_charge: 199.5, was: 0 })).toMatchObject({
    success: 1,
    message: "Visit charge updated successfully",
    data: null,
  });
  expect(await desk("POST", { ...of, visit_charge: "249", from: "2026-11-25" })).toMatchObject({ success: 1 });
  expect((await desk("GET", { service_object_id })).data).toEqual([
    {
      area: "560",
      state: "Karnataka",
      visit_charge: 199.5,
      since: "2026-11-23T06:00:00.000Z",
      planned: [{ _id: expect.any(String), visit_charge: 249, from: "2026-11-24T18:30:00.000Z" }],
    },
  ]);
  const { id: other } = await aService();
  expect(await desk("GET", { service_object_id: other })).toMatchObject({ success: 1, data: [] });
  expect(await desk("POST", { service_object_id: other, area: "560", visit_charge: 0 })).toMatchObject({ success: 1 });
  expect(await desk("GET", { service_object_id: other })).toMatchObject({ data: [] });
});

test("a call changes nothing with another charge than the one in force, a past day, a wrong area, amount or service", async () => {
  const desk = await aDesk();
  const { id: service_object_id } = await aService();
  const sent = { service_object_id, area: "560", visit_charge: 199 };
  await desk("POST", sent);
  expect(await desk("POST", { ...sent, visit_charge: 299, was: 99 })).toMatchObject({
    status: 409,
    code: "visitCharge.changed",
  });
  expect(await desk("POST", { ...sent, from: "2026-11-22" })).toMatchObject({ status: 422, code: "price.past" });
  const drive = await aService({ pickDrop: true });
  expect(await desk("POST", { ...sent, service_object_id: drive.id })).toMatchObject({
    status: 409,
    code: "visitCharge.pickDrop",
  });
  for (const wrong of [
    ...["56", "5600", "060", "५६", "abc", 56, null, ["560"], { is: "560" }].map((area) => ({ area })),
    ...[-1, 0.001, "1e3", "", null, [1], 100_000_000, "NaN"].map((visit_charge) => ({ visit_charge })),
    ...["2026-02-30", "tomorrow", 5].map((from) => ({ from })),
    { was: "much" },
    { service_object_id: "none" },
  ])
    expect((await desk("POST", { ...sent, ...wrong })).status, JSON.stringify(wrong)).toBe(422);
  const gone = "0197a000-0000-7000-8000-00000000dead";
  const missing = { status: 404, code: "service.notFound" };
  expect(await desk("POST", { ...sent, service_object_id: gone })).toMatchObject(missing);
  expect(await desk("GET", { service_object_id: gone })).toMatchObject(missing);
  expect((await desk("GET", { service_object_id, area: "560" })).status).toBe(422);
  expect(await desk("GET", { service_object_id })).toMatchObject({ data: [{ visit_charge: 199, planned: [] }] });
});

test("only a SUPER_ADMIN reads and sets visit charges by call, whatever flags a role has", async () => {
  const { id: service_object_id } = await aService();
  const others = [
    await aDesk({ permissions: ["view_services_list.full_access", "view_subscription"] }),
    await aDesk({ adminRole: "CLIENT", clientId: (await aClient()).id }),
  ];
  for (const desk of others) {
    expect((await desk("GET", { service_object_id })).status).toBe(403);
    expect((await desk("POST", { service_object_id, area: "560", visit_charge: 199 })).status).toBe(403);
  }
  expect(await (await aDesk())("GET", { service_object_id })).toMatchObject({ data: [] });
});
