import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import type { Permission } from "#modules/kernel/actor.ts";
import { day, fromIst, fromNow, istDate } from "#modules/kernel/clock.ts";
import { em, rows } from "#modules/kernel/db/db.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { foldChanges, periodsOf, reportNumbers } from "#modules/reports/index.ts";
import { adminToken } from "#modules/testing/admin-token.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aBroadcastTicket,
  aCenter,
  aClient,
  aDriver,
  anAcceptedTicket,
  anAddress,
  anAdmin,
  aPhone,
  aService,
  asAdmin,
  aTicket,
} from "#modules/testing/factories.ts";
import { aClosedJob } from "#modules/testing/work.ts";
import { RideSchema } from "#modules/tickets/rides/ride.entity.ts";
import { serve } from "./serve.server.ts";

openDatabase();

type Listed = { _id: string; ticket_id: string; personal_details: { primary_phone: { mobile_number: string } } };
type Answer = { status: number; success: number; message: string; next: string | null; data: Listed[] };

const every: Permission[] = [
  ...(["view_ticket.full_access", "view_pending_ticket", "view_closed_ticket", "view_center_ticket"] as const),
  "view_broadcastedList",
];

async function anApp(permissions?: readonly Permission[], clientId?: string, mobile?: string) {
  const { id } = await anAdmin({
    ...(permissions && { permissions }),
    ...(clientId && { adminRole: "CLIENT" as const, clientId }),
    ...(mobile && { mobile }),
  });
  return await adminToken(id);
}

async function call(path: string, token: string, body?: object): Promise<Answer> {
  const request = new Request(`http://localhost/api/${path}`, {
    headers: { "access-token": token, ...(body && { "content-type": "application/json" }) },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
  const answer = await serve({ request, params: {}, context: { address: anAddress(), requestId: "request-1" } });
  return answer.json() as Promise<Answer>;
}
const ids = async (path: string, token: string) => (await call(path, token)).data.map(({ _id }) => _id);

beforeEach(() => rows(sql`update tickets set deleted_at = now() where deleted_at is null`));

test("C061–C065 each list answers its own requests, page by page and by dates", async () => {
  const token = await anApp(every);
  const center = await aCenter();
  const client = await aClient();
  const pending = await aTicket();
  const closed = await aTicket({ status: "CLOSED", closedAt: new Date(), createdAt: fromNow(-5 * day) });
  const noService = await aTicket({ status: "CANCEL", serviceAvailable: false });
  const byCenter = await aTicket({ status: "CANCEL", createdBy: "CENTER", createdByCenterId: center.id });
  const ofClient = await aTicket({ status: "CANCEL", clientId: client.id });
  expect(await ids("admin/get-all-pending-ticket", token)).toEqual([pending.publicId]);
  expect(await ids("admin/get-all-close-ticket", token)).toEqual([closed.publicId]);
  expect(await ids(`admin/get-all-close-ticket?start_date=${istDate()}`, token)).toEqual([]);
  expect(await ids("admin/get-all-NoServices-ticket", token)).toEqual([noService.publicId]);
  expect(await ids("admin/get-centerCreated-ticket", token)).toEqual([byCenter.publicId]);
  expect(await ids("admin/get-all-B2B-ticket", token)).toEqual([ofClient.publicId]);
  expect(await ids("center/get-all-tickets-created-not-assigned", token)).toEqual([byCenter.publicId]);
  const first = await call("admin/get-all-ticket?take=3", token);
  const second = await call(`admin/get-all-ticket?take=3&after=${first.next}`, token);
  expect(first.data.length).toBe(3);
  expect([...first.data, ...second.data].length).toBe(5);
  expect(second.next).toBeNull();
});

test("Q38 Q68 C071 answers the requests of a range to admins: today by its instants, other periods by their days", async () => {
  const token = await anApp(every);
  const client = await aClient();
  const { today, lastWeek, lastMonth } = periodsOf();
  const { from, to } = today.exact!;
  expect([from, to].map((at) => at.toISOString().slice(10))).toEqual(["T18:00:00.000Z", "T00:00:00.000Z"]);
  const at = async (createdAt: Date) => (await aTicket({ createdAt })).publicId;
  const closed = await aTicket({ status: "CLOSED", closedAt: new Date(), clientId: client.id });
  const deleted = await aTicket({ deletedAt: new Date() });
  const first = await at(from);
  const before = await at(new Date(from.getTime() - 1));
  const monday = new Date(fromIst(lastWeek.to).getTime() + day);
  const last = await at(new Date(monday.getTime() - 1));
  const after = await at(monday);
  const inRange = (start: string, end: string) =>
    ids(`admin/get-all-ticket?start_date=${start}&end_date=${end}`, token);
  const ofToday = await inRange(from.toISOString(), to.toISOString());
  expect(ofToday).toEqual(expect.arrayContaining([closed.publicId, first]));
  for (const other of [before, deleted.publicId]) expect(ofToday).not.toContain(other);
  const ofLastWeek = await inRange(lastWeek.from, lastWeek.to);
  expect(ofLastWeek).toContain(last);
  expect(ofLastWeek).not.toContain(after);
  expect(await inRange(lastMonth.from, lastMonth.to)).not.toContain(closed.publicId);

  // The fields of a ticket list, page by page, and as many as the report page counts.
  const { data, next } = await call(`admin/get-all-ticket?start_date=${from.toISOString()}&take=1`, token);
  expect(data).toMatchObject([
    { _id: expect.any(String), ticket_id: expect.stringMatching(/^REQ-/), createdAt: expect.any(String) },
  ]);
  expect(next).toEqual(expect.any(String));
  await foldChanges();
  const [counted] = await reportNumbers(asAdmin());
  expect(counted!.counts.received).toBe(ofToday.length);

  // Only admins with the permission list by dates, and those of a client only its requests.
  const dated = `admin/get-all-ticket?start_date=${lastWeek.from}&end_date=${lastWeek.to}`;
  expect((await call(dated, "")).status).toBe(401);
  const refused = await call(dated, await anApp(["view_pending_ticket"]));
  expect([refused.status, refused.message]).toEqual([403, "No permission , contact admin"]);
  expect((await call("admin/get-all-ticket?start_date=yesterday", token)).status).toBe(422);
  const ofClient = await anApp(every, client.id);
  expect(await ids(`admin/get-all-ticket?start_date=${from.toISOString()}`, ofClient)).toEqual([closed.publicId]);
});

test("Q120 C066 R478 answers a client's admin its own client's requests, and refuses another's phone (403)", async () => {
  const own = await aClient();
  const other = await aClient();
  const mobile = aPhone();
  const mine = await aTicket({ clientId: own.id });
  await aTicket({ clientId: other.id });
  const token = await anApp(["view_ticket.full_access"], own.id, mobile);
  for (const body of [{}, { mobile_number: mobile }, { start_date: istDate(), end_date: istDate() }]) {
    const answer = await call("admin/get-client-ticket", token, body);
    expect(
      answer.data.map(({ _id }) => _id),
      JSON.stringify(body),
    ).toEqual([mine.publicId]);
    expect(answer.data[0]!.personal_details.primary_phone.mobile_number).toBe("*****");
  }
  const refused = await call("admin/get-client-ticket", token, { mobile_number: aPhone() });
  expect([refused.status, refused.message]).toEqual([403, "No permission , contact admin"]);
});

test("R262 C069 answers the broadcasts with masked phones, and an address only of an accepted one", async () => {
  await rows(sql`delete from broadcasts`);
  const token = await anApp(every);
  const superior = await anApp();
  const center = await aCenter({ phone: "9812345005" });
  await aBroadcastTicket([center], { phone: "9812345006" });
  const accepted = await anAcceptedTicket(center, { houseNumber: "99" });
  await rows(
    sql`update broadcasts set remarks = 'Slow, call 9812345007', remarks_by = 'Meera' where ticket_id = ${accepted.id}`,
  );
  const path = "admin/get-all-broadCasted-ticket";
  const { data } = await call(path, token);
  expect(data).toMatchObject([
    {
      status_of_ticket: "ACCEPTED",
      ticket_obj_id: { address: expect.stringMatching(/^99, /) },
      remarks: { technician_message: expect.stringMatching(/^Slow, call /), onboarding_team_name: "Meera" },
    },
    {
      status_of_ticket: "PENDING",
      ticket_obj_id: { address: null },
      remarks: { technician_message: null, onboarding_team_name: null },
    },
  ]);
  expect(JSON.stringify(data)).not.toMatch(/981234500/);
  expect(JSON.stringify((await call(path, superior)).data)).toMatch(/9812345005.*9812345006|9812345006.*9812345005/);
});

test("R477 C068 the rides are answered from start_date to end_date, both days with them", async () => {
  const token = await anApp(every);
  const booked = async (at: Date) => {
    const driver = await aDriver();
    const ride = em().create(RideSchema, {
      rideId: `RIDE-${driver.id.slice(-6).toUpperCase()}`,
      status: "PENDING",
      modeOfPayment: "cash",
      farePaise: fromRupees(20),
      centerId: driver.id,
      vehicleId: driver.vehicleId!,
      createdAt: at,
      serviceId: (await aService()).id,
      name: "Rider",
      phone: aPhone(),
      pincode: "560001",
      pickLocation: "Station",
      dropLocation: "Market",
    });
    await em().flush();
    return ride.rideId;
  };
  const made = [await booked(fromNow(-9 * day)), await booked(fromNow(-8 * day)), await booked(fromNow(-7 * day))];
  const answered = async (query: Record<string, string>) =>
    (await call(`technicianApp/get-all-erikshaw-ticket?${new URLSearchParams(query)}`, token)).data.map(
      (ride) => ride.ticket_id,
    );
  const on = (days: number) => istDate(fromNow(-days * day));
  expect(await answered({ start_date: on(9), end_date: on(8) })).toEqual([made[1], made[0]]);
  expect(await answered({ start_date: on(7), end_date: on(7) })).toEqual([made[2]]);
  expect(await answered({ start_date: on(6), end_date: on(5) })).toEqual([]);
});

test("R447 amounts are in rupees on the wire, and whole paise within", async () => {
  const token = await anApp(every);
  const { publicId, id } = await aTicket({ ticketPricePaise: fromRupees(123.45), clientDuePaise: fromRupees(1500) });
  const stored = await rows(
    sql`select ticket_price_paise as price, client_due_paise as due from tickets where id = ${id}`,
  );
  expect(stored).toEqual([{ price: "12345", due: "150000" }]);
  const listed = (await call("admin/get-all-pending-ticket", token)).data;
  expect(listed).toMatchObject([{ _id: publicId, ticket_price: 123.45, service_provided_due_amount: 1500 }]);
});

test("each list is refused in words without its permission", async () => {
  const doors = {
    "admin/get-all-pending-ticket": "view_pending_ticket",
    "admin/get-all-close-ticket": "view_closed_ticket",
    "admin/get-all-NoServices-ticket": "view_center_ticket",
    "admin/get-centerCreated-ticket": "view_pending_ticket",
    "admin/get-all-B2B-ticket": "view_ticket.full_access",
    "technicianApp/get-all-erikshaw-ticket": "view_ticket.full_access",
    "admin/get-all-broadCasted-ticket": "view_broadcastedList",
  } as const;
  for (const [path, permission] of Object.entries(doors)) {
    const token = await anApp(every.filter((each) => each !== permission));
    const { status, success, message } = await call(path, token);
    expect([status, success, message], path).toEqual([403, 0, "No permission , contact admin"]);
  }
});

test("C155 the feedback list answers each spelling of what was submitted, to whoever has view_admin_bar", async () => {
  const { ticket } = await aClosedJob();
  const { data } = (await call("admin/get-all-feedBacks", await anApp(["view_admin_bar"]))) as unknown as {
    data: Record<string, unknown>[];
  };
  expect(data.find(({ ticket_id }) => ticket_id === ticket.ticketId)).toMatchObject({
    feedBackResponse: [],
    over_all_rating: null,
    is_already_submitted: false,
    is_aldready_submitted: false,
    ticket_obj_id: ticket.publicId,
    center_obj_id: ticket.centerId,
    center_rating: null,
  });
  expect(await call("admin/get-all-feedBacks", await anApp(every))).toMatchObject({ status: 403 });
});
