import { sql } from "kysely";
import { expect, test } from "vitest";
import { serve } from "#app/api/serve/serve.server.ts";
import { doorArgs } from "#app/testing/a-desk.ts";
import { openSession } from "#modules/access/index.ts";
import { createKey } from "#modules/catalog/index.ts";
import { type Permission, system } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { drain } from "#modules/kernel/work/jobs.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aClient,
  anAddress,
  anAdmin,
  anOffer,
  aPhone,
  aPincode,
  aService,
  aTechnician,
  aTicket,
  qrOf,
} from "#modules/testing/factories.ts";
import { type RequestField, requestFieldRights } from "#modules/tickets/rights/field-rights.ts";
import { readUpload } from "#modules/tickets/upload/read-upload.ts";
import { writeUpload } from "#modules/tickets/upload/write-upload.ts";
import { action as clientForm } from "./form/client.tsx";
import { action as houseForm } from "./form/route.tsx";
import { action as requestPage } from "./view/route.tsx";

openDatabase();

/*
 * Which fields of a request the house sets and a client does not (fixed points 16 and 28), by every way they can be sent:
 * a page's form, a call, a client's key, an upload. A client's value is refused with 403 that names the field, unless it
 * is what is stored; in an upload it is not taken, the row is, and the result says so.
 */

const editor: readonly Permission[] = ["add_ticket", "edit_ticket.full_access", "view_ticket.full_access"];
const offer = "MONSOON40";

type Field = {
  /** The name on the wire, where creating or changing takes it. */
  wire: string;
  /** What is sent, and what a request has that nobody set it for. */
  sent: string | number | boolean;
  usual: string | number | boolean | null;
  /** The column of the request and what stands there once it was set. */
  stored: string;
  becomes: unknown;
  ways: readonly Way[];
  /** The column of the upload's template. */
  column?: string;
};
type Way = "create" | "update" | "close" | "upload";

const fields: Partial<Record<RequestField, Field>> = {
  dueAmount: {
    wire: "service_provided_due_amount",
    sent: 450,
    usual: 0,
    stored: "client_due_paise",
    becomes: "45000",
    ways: ["create", "update", "upload"],
    column: "service_provided_due_amount",
  },
  markedPaid: {
    wire: "admin_setting.is_paid",
    sent: false,
    usual: true,
    stored: "marked_paid",
    becomes: false,
    ways: ["create", "update", "upload"],
    column: "Is paid ticket",
  },
  ticketPrice: {
    wire: "ticket_price",
    sent: 299.5,
    usual: 0,
    stored: "ticket_price_paise",
    becomes: "29950",
    ways: ["create", "update", "upload"],
    column: "Ticket price",
  },
  offerCode: {
    wire: "offers_applied.offer_code",
    sent: offer,
    usual: "GHARSEVA2025",
    stored: "offer_code",
    becomes: offer,
    ways: ["create", "update", "upload"],
    column: "Offer code",
  },
  closingPrice: {
    wire: "closing_ticket_price",
    sent: 700,
    usual: null,
    stored: "closing_price_paise",
    becomes: "70000",
    ways: ["update"],
  },
  adminRemarks: {
    wire: "admin_remarks",
    sent: "Slow",
    usual: null,
    stored: "admin_remarks",
    becomes: "Slow",
    ways: ["update"],
  },
  amount: {
    wire: "closing_ticket_price",
    sent: 700,
    usual: null,
    stored: "closing_price_paise",
    becomes: "70000",
    ways: ["close"],
  },
  revisitPrice: {
    wire: "revisit_price",
    sent: 100,
    usual: null,
    stored: "revisit_price_paise",
    becomes: "10000",
    ways: ["close"],
  },
};

/** Fields of the house that other acts set, each tested below. */
const byActs: readonly RequestField[] = ["punchStatus", "teamRemarks", "centerId", "qrId"];
/** What only a center's own closing has. */
const ofCenters: readonly RequestField[] = ["labour", "material"];
/** Of an online payment, which is tested beside its verb. */
const ofPayments: readonly RequestField[] = ["paymentReference", "notYetPaid"];

test("every field a client may not set is in this matrix", () => {
  const others = Object.entries(requestFieldRights)
    .filter(([, audiences]) => !audiences.includes("client"))
    .map(([field]) => field);
  expect(others.sort()).toEqual([...Object.keys(fields), ...byActs, ...ofCenters, ...ofPayments].sort());
});

type Desk = Awaited<ReturnType<typeof aDesk>>;
type Reply = { status: number; fields?: Record<string, string>; data?: Record<string, unknown> };

async function aDesk(audience: "house" | "client" | "key") {
  const client = await aClient();
  const ofClient = audience === "house" ? {} : { adminRole: "CLIENT" as const, clientId: client.id };
  const admin = await anAdmin({ permissions: editor, ...ofClient });
  const opened = (via: "token" | "cookie") =>
    openSession({ kind: "admin", subjectId: admin.id, via, address: anAddress(), provedAt: now() });
  const { key } = await createKey(system("tests"), {
    clientId: client.id,
    name: "Warehouse",
    scopes: ["requests:create"],
    expires: "never",
  });
  const cookie = `admin_session=${(await opened("cookie")).token}`;
  const header: Record<string, string> =
    audience === "key" ? { authorization: `Bearer ${key}` } : { "access-token": (await opened("token")).token };
  await anOffer({ title: offer });
  const call = async (path: string, body: object): Promise<Reply> => {
    const request = new Request(`http://localhost:3000/api/${path}`, {
      method: "POST",
      headers: { ...header, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return (await serve({ request, params: {}, context: { address: anAddress(), requestId: "rights" } })).json();
  };
  return { audience, client, cookie, header, call };
}

/** A body with a dotted name set. */
function having(body: object, name: string, value: unknown) {
  const copy = structuredClone(body) as Record<string, unknown>;
  const steps = name.split(".");
  let place = copy;
  for (const step of steps.slice(0, -1)) {
    place[step] ??= {};
    place = place[step] as Record<string, unknown>;
  }
  place[steps.at(-1)!] = value;
  return copy;
}

const columnOf = async (publicId: string, { stored }: Field) =>
  (await row<{ value: unknown }>(sql`select ${sql.raw(stored)} as value from tickets where public_id = ${publicId}`))!
    .value;

const newest = async ({ client }: Desk) =>
  (await row<{ id: string }>(
    sql`select public_id as id from tickets where client_id = ${client.id} order by created_at desc, id desc limit 1`,
  ))!.id;

async function aRequest({ client }: Desk, more: object = {}) {
  const service = await aService();
  return aTicket({ serviceId: service.id, clientId: client.id, offerCode: "GHARSEVA2025", ...more });
}
type Request_ = Awaited<ReturnType<typeof aRequest>>;

const createBody = async ({ client }: Desk) => ({
  service_provided_for: { _id: (await aService()).id },
  personal_details: { name: "Meera Nair", primary_phone: { country_code: "+91", mobile_number: aPhone() } },
  address_details: { house_number: "221", pincode: aPincode() },
  time_preference: { time_preference_type: "IMMEDIATELY" },
  offers_applied: { offer_code: "GHARSEVA2025" },
  authorized_client_id: client.id,
});
const updateBody = (ticket: Request_) => ({
  ticket_obj_id: ticket.publicId,
  service_provided_for: { _id: ticket.serviceId },
  address_details: { house_number: "221" },
  time_preference: { time_preference_type: "IMMEDIATELY" },
  offers_applied: { offer_code: "GHARSEVA2025" },
});
const updateForm = (ticket: Request_) => ({
  intent: "update",
  ticketId: ticket.publicId,
  serviceId: ticket.serviceId,
  requirement: "No cooling",
  houseNumber: "221",
  locality: "Camp",
  city: "Pune",
  state: "",
  offerCode: "GHARSEVA2025",
  "timePreference.type": "IMMEDIATELY",
});

/** A form's answer as a call's: its status and the fields it names; a redirect is 200. */
async function sentForm(action: unknown, path: string, cookie: string, form: Record<string, string>): Promise<Reply> {
  const answer = await (action as (args: object) => Promise<unknown>)(doorArgs(path, cookie, form)).catch(
    (thrown: unknown) => thrown,
  );
  if (answer instanceof Error) throw answer;
  if (answer instanceof Response) return { status: answer.status < 400 ? 200 : answer.status };
  const { data, init } = answer as { data?: { errors?: Record<string, string> }; init?: { status?: number } };
  return { status: init?.status ?? 200, ...(data?.errors && { fields: data.errors }) };
}

const cases = Object.entries(fields).flatMap(([name, field]) => field.ways.map((way) => ({ name, way, field })));
const singles = cases.filter(({ way }) => way !== "upload");

/** Sends one field by a way and tells the answer, the field's name there, and the request it is about. */
async function send(desk: Desk, how: "form" | "call", { name, way, field }: (typeof cases)[number], value: unknown) {
  if (way === "create") {
    const create = desk.audience === "key" ? "client/create-ticket" : "admin/create-ticket";
    if (how === "call") {
      const answer = await desk.call(create, having(await createBody(desk), field.wire, value));
      return { answer, named: field.wire, id: answer.data?._id as string | undefined };
    }
    const form = {
      intent: "create",
      serviceId: (await aService()).id,
      name: "Meera Nair",
      phone: aPhone(),
      another: "1",
      houseNumber: "221",
      pincode: aPincode(),
      offerCode: "GHARSEVA2025",
      clientId: desk.client.id,
      requirement: "No cooling",
      locality: "Camp",
      city: "Pune",
      "timePreference.type": "IMMEDIATELY",
      [name]: String(value),
    };
    const [action, path] =
      desk.audience === "house" ? [houseForm, "/admin-ticket"] : [clientForm, "/add-client-ticket"];
    const answer = await sentForm(action, path!, desk.cookie, form);
    return { answer, named: name, id: answer.status === 200 ? await newest(desk) : undefined };
  }
  if (way === "update") {
    const ticket = await aRequest(desk);
    const answer =
      how === "call"
        ? await desk.call("admin/update-ticket", having(updateBody(ticket), field.wire, value))
        : await sentForm(houseForm, `/admin-ticket?edit=${ticket.publicId}`, desk.cookie, {
            ...updateForm(ticket),
            [name]: value === null ? "" : String(value),
          });
    return { answer, named: how === "call" ? field.wire : name, id: ticket.publicId };
  }
  const center = await aCenter();
  const technician = await aTechnician({ center });
  const first = await aRequest(desk);
  const ticket = await aRequest(desk, {
    status: "ACCEPTED",
    centerId: center.id,
    technicianId: technician.id,
    revisitOf: first.id,
    // The house set its price before, so that a client may close it at that price.
    ...(name !== "amount" && { closingPricePaise: 70_000 }),
  });
  const sent = { closing_ticket_price: 700, payment_type: "Cash", ticket_obj_id: ticket.publicId };
  const form = { intent: "close", ticketId: ticket.publicId, amount: "700", paymentType: "Cash" };
  const answer =
    how === "call"
      ? await desk.call("admin/close-ticket", having(sent, field.wire, value))
      : await sentForm(requestPage, `/view-ticket?ticketId=${ticket.publicId}`, desk.cookie, {
          ...form,
          [name]: String(value),
        });
  return { answer, named: how === "call" ? field.wire : name, id: ticket.publicId };
}

test.each(singles.flatMap((each) => (["form", "call"] as const).map((how) => ({ ...each, how }))))(
  "$way by $how: the house sets $name, a client is refused by its name",
  async ({ how, ...each }) => {
    const { field } = each;
    const house = await send(await aDesk("house"), how, each, field.sent);
    expect([house.answer.status, await columnOf(house.id!, field)]).toEqual([200, field.becomes]);

    const client = await send(await aDesk("client"), how, each, field.sent);
    expect([client.answer.status, Object.keys(client.answer.fields ?? {})]).toEqual([403, [client.named]]);
    if (client.id) expect(await columnOf(client.id, field)).not.toEqual(field.becomes);
  },
);

test.each(cases.filter(({ way }) => way === "create"))(
  "create by a client's key: $name is refused by its name, and what stands there anyway is taken",
  async (each) => {
    const desk = await aDesk("key");
    const { answer, named } = await send(desk, "call", each, each.field.sent);
    expect([answer.status, Object.keys(answer.fields ?? {})]).toEqual([403, [named]]);
    expect((await send(desk, "call", each, each.field.usual)).answer.status).toBe(200);
  },
);

test.each(
  cases
    .filter(({ way }) => way === "create" || way === "update")
    .flatMap((each) => (["form", "call"] as const).map((how) => ({ ...each, how }))),
)("$way by $how: a client that sends back $name as it is stored is not refused", async ({ how, ...each }) => {
  const { answer } = await send(await aDesk("client"), how, each, each.field.usual);
  expect(answer.status).toBe(200);
});

test("a client closes at the price the house set before, and at no other", async () => {
  const desk = await aDesk("client");
  const center = await aCenter();
  const technician = await aTechnician({ center });
  const ticket = await aRequest(desk, {
    status: "ACCEPTED",
    centerId: center.id,
    technicianId: technician.id,
    closingPricePaise: 70_000,
  });
  const close = (amount: number) =>
    desk.call("admin/close-ticket", { ticket_obj_id: ticket.publicId, closing_ticket_price: amount });
  expect((await close(699)).status).toBe(403);
  expect((await close(700)).status).toBe(200);
});

test("what stands in no schema is set by nobody: status, share, total and center of a create or change", async () => {
  const center = await aCenter();
  for (const audience of ["house", "client"] as const) {
    const desk = await aDesk(audience);
    const ticket = await aRequest(desk);
    const extra = {
      ticket_status: "CLOSED",
      ticket_closing_platform_share_amount: 1,
      ticket_closing_total_amount: 1,
      assigned_ids: { assigned_center_id: center.id },
    };
    const created = await desk.call("admin/create-ticket", { ...(await createBody(desk)), ...extra });
    const changed = await desk.call("admin/update-ticket", { ...updateBody(ticket), ...extra });
    for (const { status, data } of [created, changed])
      expect([status, data]).toMatchObject([
        200,
        { ticket_status: "PENDING", ticket_closing_platform_share_amount: null, closing_ticket_price: null },
      ]);
    expect(
      await rows(sql`select 1 from tickets where client_id = ${desk.client.id} and center_id is not null`),
    ).toEqual([]);
  }
});

test("team remarks, remarks about a center and the review of a punch are refused to a client by the field's name", async () => {
  const desk = await aDesk("client");
  const center = await aCenter();
  const ticket = await aRequest(desk, { centerId: center.id, status: "ACCEPTED" });
  const of = { ticket_obj_id: ticket.publicId };
  for (const [path, body] of [
    ["admin/onboarding-team-remarks", { ...of, onboarding_team_remarks: "Late", technician_message: "Late" }],
    ["admin/add-broadcast-remarks-team", { ...of, center_obj_id: center.id, onboarding_technician_remarks: "Late" }],
    ["admin/update-punch-ticket", { ...of, punch_serialnumber: "SN-1", ticket_status: "VERIFIED" }],
  ] as const) {
    const { status, fields } = await desk.call(path, body);
    expect([path, status, Object.keys(fields ?? {}).length]).toEqual([path, 403, 1]);
  }
});

test("a cancellation by a client leaves the house's remarks, its own reason stands as the reason", async () => {
  const desk = await aDesk("client");
  const ticket = await aRequest(desk, { onboardingRemarks: "Call first" });
  const answer = await sentForm(requestPage, `/view-ticket?ticketId=${ticket.publicId}`, desk.cookie, {
    intent: "cancel",
    ticketId: ticket.publicId,
    reason: "Not needed",
  });
  expect(answer.status).toBe(200);
  expect(
    await row(sql`select onboarding_remarks, cancel_reason, status from tickets where id = ${ticket.id}`),
  ).toMatchObject({ onboarding_remarks: "Call first", cancel_reason: "Not needed", status: "CANCEL" });
});

test("upload: the house's values are taken; of a client's the row is taken, the values are not, and the result names them", async () => {
  const columns = cases.filter(({ way }) => way === "upload").map(({ field }) => field);
  const { qrId } = await qrOf(await aCenter());
  const service = await aService();
  const heading = ["Service provided for", "Mobile number", "Customer name", "House number", "Pincode"];
  const names = [...heading, "Time preference type", "CenterQr", ...columns.map(({ column }) => column!)];
  const line = (values: readonly unknown[], qr: string) =>
    [service.serviceName, aPhone(), "Meera Nair", "221", aPincode(), "IMMEDIATELY", qr, ...values].join(",");
  const usual = columns.map(({ usual }) => usual);
  const text = [
    names.join(","),
    line(
      columns.map(({ sent }) => sent),
      qrId,
    ),
    line(usual, ""),
  ].join("\n");

  for (const audience of ["house", "client"] as const) {
    const desk = await aDesk(audience);
    const form = new FormData();
    form.set("ticketsCsvFile", new File([text], "requests.csv", { type: "text/csv" }));
    const to = `http://localhost/api/ticket/createBulkTickets?clientId=${desk.client.id}`;
    const request = new Request(to, { method: "POST", headers: desk.header, body: form });
    let over = false;
    const waiting = serve({ request, params: {}, context: { address: anAddress(), requestId: "rights" } }).finally(
      () => {
        over = true;
      },
    );
    while (!over) {
      await drain([readUpload, writeUpload]);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const { data } = (await (await waiting).json()) as Reply;
    const taken = audience === "house";
    expect([audience, data]).toMatchObject([
      audience,
      {
        recievedTickets: 2,
        acceptedTickets: 2,
        rejectedTickets: 0,
        acceptedTicketDetails: [
          { row: 2, errors: [], not_taken: taken ? [] : expect.arrayContaining(columns.map(({ column }) => column)) },
          { row: 3, errors: [], not_taken: [] },
        ],
      },
    ]);
    const [first] = (data as { acceptedTicketDetails: { ticket_id: string; not_taken: string[] }[] })
      .acceptedTicketDetails;
    if (!taken) expect(first!.not_taken).toContain("CenterQr");
    const stored = await row<Record<string, unknown>>(sql`select * from tickets where ticket_id = ${first!.ticket_id}`);
    expect(stored).toMatchObject(
      taken
        ? { ...Object.fromEntries(columns.map(({ stored, becomes }) => [stored, becomes])), qr_id: qrId }
        : { qr_id: null },
    );
    if (!taken) for (const { stored: name, becomes } of columns) expect(stored![name]).not.toEqual(becomes);
  }
});
