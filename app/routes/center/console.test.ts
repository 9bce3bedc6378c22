import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { drawn } from "#app/testing/a-page.tsx";
import { openSession } from "#modules/access/index.ts";
import type { Center } from "#modules/centers/center/center.entity.ts";
import { now } from "#modules/kernel/clock.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aBroadcastTicket,
  aCenter,
  anAcceptedTicket,
  anAddress,
  aPhone,
  aPincode,
  aService,
  aTechnician,
  aTicket,
} from "#modules/testing/factories.ts";
import { aDoneJob, aPhoto, fresh } from "#modules/testing/work.ts";
import { joiningBonus } from "#modules/wallet/index.ts";
import * as ticketForm from "./add-ticket/route.tsx";
import * as broadcasts from "./broadcasts/route.tsx";
import * as created from "./created/route.tsx";
import * as dashboard from "./dashboard/route.tsx";
import * as payments from "./payments/route.tsx";
import * as technicianForm from "./technician-form/route.tsx";
import * as technicians from "./technicians/route.tsx";
import * as pictures from "./tickets/pictures.ts";
import * as tickets from "./tickets/route.tsx";

openDatabase();

type Answer = { data: Record<string, never>; init: { status?: number; headers: Headers } };
type Page = { loader: (args: never) => unknown; action?: (args: never) => unknown };

const pages: Record<string, Page> = {
  "/center-dashboard": dashboard,
  "/brodcast-requests": broadcasts,
  "/tickets-center": tickets,
  "/ticket-created-by-you": created,
  "/AddTicket": ticketForm,
  "/payments": payments,
  "/Technicians": technicians,
  "/AddTechnician": technicianForm,
};

async function signedIn({ id }: Center) {
  const { token } = await openSession({ kind: "center", subjectId: id, via: "cookie", address: anAddress() });
  return `center_session=${token}`;
}

const asking = (path: string, cookie = "", init: RequestInit = {}, params = {}) =>
  ({
    request: new Request(`http://localhost${path}`, { ...init, headers: { cookie } }),
    params,
    context: { requestId: "request-1", address: "10.0.0.1" },
  }) as never;

const posting = (path: string, cookie: string, fields: Record<string, string | Blob>) => {
  const files = Object.values(fields).some((value) => value instanceof Blob);
  const body = files ? new FormData() : new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) body.append(name, value as string);
  return asking(path, cookie, { method: "POST", body });
};

const load = async (page: Page, path: string, cookie: string) =>
  ((await page.loader(asking(path, cookie))) as Answer).data as never;
const went = (answer: unknown) => {
  const { status, headers } = answer as Response;
  return [status, headers.get("location")];
};
const refused = (answer: unknown) => answer as Answer;
const thrown = async (run: () => unknown) => {
  try {
    await run();
  } catch (error) {
    return error;
  }
  return expect.unreachable();
};

test.each(Object.entries(pages))("R004 %s leads to / without a center's session", async (path, page) => {
  expect(went(await thrown(() => page.loader(asking(path))))).toEqual([303, "/"]);
  if (page.action)
    expect(went(await thrown(() => page.action?.(posting(path, "", { intent: "any" }))))).toEqual([303, "/"]);
});

test.each(Object.entries(pages))("%s opens for its center and is kept by nobody", async (path, page) => {
  const answer = (await page.loader(asking(path, await signedIn(await aCenter())))) as Answer;
  expect(answer.init.headers.get("cache-control")).toBe("private, no-store");
});

test("a center that is not verified reads on both first pages why, and where its papers are sent", async () => {
  for (const [path, page] of [
    ["/center-dashboard", dashboard],
    ["/brodcast-requests", broadcasts],
  ] as const)
    for (const verifiedAt of [null, now()]) {
      const { html, text } = await drawn(path, await signedIn(await aCenter({ verifiedAt })), [page]);
      const why = "For that we check the pictures of your Aadhaar and PAN cards.";
      expect([path, text.includes(why)]).toEqual([path, verifiedAt === null]);
      if (!verifiedAt) expect(html).toMatch(/For that we check[^<]*<a[^>]*href="\/center-documents"/);
    }
});

test("R139 an unpaid offer is accepted at once, R140 another one is rejected", async () => {
  const center = await aCenter();
  const cookie = await signedIn(center);
  const first = await aBroadcastTicket([center]);
  const second = await aBroadcastTicket([center]);
  const act = (intent: string, broadcastId: string) =>
    broadcasts.action(posting("/brodcast-requests", cookie, { intent, broadcastId }));
  const accepted = await act("accept", first.broadcasts[0]!.id);
  expect(went(accepted)).toEqual([303, `/brodcast-requests?ticket=${first.ticket.publicId}`]);
  await act("reject", second.broadcasts[0]!.id);
  expect([(await fresh(first.ticket)).status, (await fresh(second.ticket)).status]).toEqual(["ACCEPTED", "PENDING"]);
  const { table, answered } = (await load(broadcasts, "/brodcast-requests", cookie)) as {
    table: { rows: unknown[] };
    answered: { rows: { status: string }[] };
  };
  expect([table.rows.length, answered.rows.map(({ status }) => status).sort()]).toEqual([0, ["ACCEPTED", "REJECTED"]]);
});

test("a paid offer is taken from the wallet when that covers it, and leads to its payment when not (R138)", async () => {
  const rich = await aCenter();
  const poor = await aCenter();
  await transaction(() => joiningBonus({ centerId: rich.id, amountPaise: fromRupees(500) }));
  const mine = await aBroadcastTicket([rich], { paid: true });
  const othersOffer = await aBroadcastTicket([poor], { paid: true });
  const accept = async (center: Center, { broadcasts: [offer] }: typeof mine) =>
    broadcasts.action(
      posting("/brodcast-requests", await signedIn(center), { intent: "accept", broadcastId: offer!.id }),
    );
  expect(went(await accept(rich, mine))).toEqual([303, `/brodcast-requests?ticket=${mine.ticket.publicId}`]);
  expect((await fresh(mine.ticket)).isPaidByTechnician).toBe(true);
  // The provider does not answer in this test: the reservation is released and the message says so.
  const answer = refused(await accept(poor, othersOffer));
  expect([answer.init.status, answer.data.problem]).toEqual([503, "payment.unavailable"]);
  expect((await fresh(othersOffer.ticket)).status).toBe("PENDING");
});

test("another center's offer, request and technician do not exist for a center", async () => {
  const owner = await aCenter();
  const stranger = await aCenter();
  const cookie = await signedIn(stranger);
  const { broadcasts: offers } = await aBroadcastTicket([owner]);
  const ticket = await anAcceptedTicket(owner);
  const technician = await aTechnician({ center: owner });
  const answers = [
    await broadcasts.action(posting("/brodcast-requests", cookie, { intent: "accept", broadcastId: offers[0]!.id })),
    await tickets.action(
      posting("/tickets-center", cookie, { intent: "assign", ticketId: ticket.publicId, technicianId: technician.id }),
    ),
    await tickets.action(
      posting("/tickets-center", cookie, { intent: "remark", ticketId: ticket.publicId, text: "x" }),
    ),
    await technicians.action(posting("/Technicians", cookie, { intent: "delete", technicianId: technician.id })),
  ].map((answer) => refused(answer).init.status);
  expect(answers).toEqual([404, 404, 404, 404]);
  const missing = refused(
    await thrown(() => tickets.loader(asking(`/tickets-center?ticket=${ticket.publicId}`, cookie))),
  );
  expect([missing.init.status, missing.data.problem]).toEqual([404, "ticket.notFound"]);
});

test("R179 a request the center wrote down is broadcasted to who was not asked, or the failure is said", async () => {
  const service = await aService();
  const pincode = aPincode();
  const center = await aCenter();
  await aCenter({ services: [service], pincodes: [pincode] });
  const cookie = await signedIn(center);
  const written = { createdBy: "CENTER", createdByCenterId: center.id, serviceId: service.id } as const;
  const served = await aTicket({ ...written, pincode });
  const unserved = await aTicket({ ...written, pincode: aPincode() });
  const send = ({ publicId }: { publicId: string }) =>
    created.action(posting("/ticket-created-by-you", cookie, { intent: "broadcast", ticketId: publicId }));
  const done = (await send(served)) as Response;
  expect(went(done)).toEqual([303, "/ticket-created-by-you"]);
  const toast = done.headers.get("set-cookie")!.replace(/^toast=([^.]*).*$/, "$1");
  expect(JSON.parse(Buffer.from(toast, "base64url").toString())).toMatchObject({ key: "ticket.broadcasted" });
  expect((await fresh(served)).broadcastStatus).toBe("broadcasted");
  const { init, data } = refused(await send(unserved));
  expect([init.status, data.problem]).toEqual([409, "ticket.broadcastFailed"]);
  expect((await fresh(unserved)).broadcastStatus).not.toBe("broadcasted");
});

test("R172 a dialog whose request cannot be fetched says so, the list behind it stays", async () => {
  const cookie = await signedIn(await aCenter());
  const view = (await load(tickets, "/tickets-center?act=complete&of=AAAAAAAAAAAAAAAAAAAAAA", cookie)) as {
    list: { table: { rows: unknown[] } };
    dialog: { ticket: null };
  };
  expect([view.list.table.rows, view.dialog.ticket]).toEqual([[], null]);
});

test("R175 nothing happens while no technician is chosen", async () => {
  const center = await aCenter();
  const ticket = await anAcceptedTicket(center);
  const fields = { intent: "assign", ticketId: ticket.publicId, technicianId: "" };
  const { init, data } = refused(await tickets.action(posting("/tickets-center", await signedIn(center), fields)));
  expect([init.status, data.errors]).toEqual([422, { technicianId: "center.assign.choose" }]);
  expect((await fresh(ticket)).technicianId).toBeNull();
});

test("R173 ON HOLD is said and nothing is kept of it", async () => {
  const { center, ticket } = await aDoneJob();
  const before = await fresh(ticket);
  const path = `/tickets-center?act=complete&of=${ticket.publicId}`;
  const answer = await tickets.action(
    posting(path, await signedIn(center), { intent: "complete", ticketId: ticket.publicId, visit: "ON_HOLD" }),
  );
  expect(went(answer)).toEqual([303, "/tickets-center"]);
  const after = await fresh(ticket);
  expect([after.status, after.version]).toEqual([before.status, before.version]);
});

test("R170 a job is completed with the picture sent in the same form, which a wrong code does not lose", async () => {
  const { center, ticket, code } = await aDoneJob();
  const cookie = await signedIn(center);
  const path = `/tickets-center?ticket=${ticket.publicId}&act=complete`;
  const fields = {
    intent: "complete",
    ticketId: ticket.publicId,
    version: String((await fresh(ticket)).version),
    closeRemarks: "Visit Done, Work Completed (Payment Collected)",
    material: "750",
  };
  const pictures = new File([await aPhoto()], "pump.jpg", { type: "image/jpeg" });
  const wrong = refused(await tickets.action(posting(path, cookie, { ...fields, code: "0000", pictures })));
  expect([wrong.init.status, wrong.data.problem]).toEqual([422, "close.codeWrong"]);
  expect(JSON.stringify(wrong.data)).not.toContain('"0000"');
  const { detail } = (await load(tickets, path, cookie)) as { detail: { onsitePictures: unknown[]; version: number } };
  expect(detail.onsitePictures).toHaveLength(2);
  const version = String(detail.version);
  const done = await tickets.action(posting(path, cookie, { ...fields, version, code }));
  expect(went(done)).toEqual([303, `/tickets-center?ticket=${ticket.publicId}&act=completed`]);
  expect(await fresh(ticket)).toMatchObject({ status: "CLOSED", closingPricePaise: 75_000, overAllRating: "Good" });
});

test("a request that changed since its dialog was opened is not closed over the change", async () => {
  const { center, ticket, code } = await aDoneJob();
  const { init, data } = refused(
    await tickets.action(
      posting("/tickets-center", await signedIn(center), {
        intent: "close",
        ticketId: ticket.publicId,
        version: "1",
        closeRemarks: "Not Visited - Can't Deliver Service",
        amount: "0",
        code,
      }),
    ),
  );
  expect([init.status, data.problem]).toEqual([409, "ticket.changed"]);
});

test("a picture is taken by itself, with its refusal in words", async () => {
  const { center, ticket } = await aDoneJob();
  const cookie = await signedIn(center);
  const send = (picture: File) => {
    const body = new FormData();
    body.set("picture", picture);
    const params = { ticketId: ticket.publicId };
    return pictures.action(asking(`/pictures/${ticket.publicId}`, cookie, { method: "POST", body }, params));
  };
  const uploaded = await send(new File([await aPhoto()], "a.jpg", { type: "image/jpeg" }));
  expect([uploaded.status, await uploaded.json()]).toEqual([200, { id: expect.any(String) }]);
  const broken = await send(new File(["not a picture"], "a.jpg", { type: "image/jpeg" }));
  expect([broken.status, (await broken.json()).problem]).toEqual([422, "image.type"]);
});

test("R162 the center's ticket form refuses what is too long by field and keeps what was typed", async () => {
  const cookie = await signedIn(await aCenter());
  const fields = { intent: "create", name: "n".repeat(31), phone: "98765", pincode: "1", requirement: "r".repeat(301) };
  const { init, data } = refused(await ticketForm.action(posting("/AddTicket", cookie, fields)));
  expect(init.status).toBe(422);
  expect(data.errors).toMatchObject({
    name: "form.tooLong",
    requirement: "form.tooLong",
    phone: "form.phone",
    pincode: "form.pincode",
    houseNumber: "form.incomplete",
    "timePreference.type": "form.incomplete",
  });
  expect(data.limits).toEqual({ name: 30, requirement: 300 });
  expect(data.values).toMatchObject({ phone: "98765", pincode: "1" });
});

test("a technician's other service is another than the main one", async () => {
  const service = await aService();
  await aService();
  const fields = {
    intent: "create",
    name: "Ravi",
    phone: aPhone(),
    engagementType: "SALARIED",
    mainPincode: "560001",
    permanentAddressLine: "1 MG Road",
    permanentCity: "Pune",
    permanentState: "Maharashtra",
    panBlobId: randomUUID(),
    primaryServiceId: service.id,
    secondaryServiceId: service.id,
  };
  const answer = await technicianForm.action(posting("/AddTechnician", await signedIn(await aCenter()), fields));
  expect(refused(answer).data.errors).toEqual({ secondaryServiceId: "center.sameService" });
});
