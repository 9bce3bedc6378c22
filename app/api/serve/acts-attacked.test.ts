import { sql } from "kysely";
import { expect, test } from "vitest";
import { rows } from "#modules/kernel/db/db.server.ts";
import { adminToken } from "#modules/testing/admin-token.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, aClient, anAcceptedTicket, anAddress, anAdmin, aTicket } from "#modules/testing/factories.ts";
import { aClosedJob, aJob } from "#modules/testing/work.ts";
import { serve } from "./serve.server.ts";

openDatabase();

/*
 * The operators' acts by call under attack: values of every shape and size in every field, requests of others, two
 * operators at once, and a request that is deleted in between. Nothing breaks, and what is refused leaves no trace.
 */

type Reply = { status: number; success: number; code?: string; message: string };
type Desk = (call: string, body?: unknown) => Promise<Reply>;

/** An operator's app: a SUPER_ADMIN's, or that of a client's admin with every right such an admin can have. */
async function aDesk(clientId?: string): Promise<Desk> {
  const permissions = ["add_ticket", "edit_ticket.full_access", "view_ticket.full_access", "delete_ticket"] as const;
  const { id } = await anAdmin(clientId ? { adminRole: "CLIENT", clientId, permissions } : {});
  const token = await adminToken(id);
  return async (call, body) => {
    const [method, path] = call.split(" ") as [string, string];
    const request = new Request(`http://localhost/api/${path}`, {
      method,
      headers: { "access-token": token, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return (await serve({ request, params: {}, context: { address: anAddress(), requestId: "attack" } })).json();
  };
}

type Scene = { id: string; centerId: string };
type Act = { at: () => Promise<Scene>; call: (scene: Scene) => string; body: (scene: Scene) => object };

const job = async (clientId?: string): Promise<Scene> => {
  const { ticket, center } = await aJob(clientId ? { clientId } : {});
  return { id: ticket.publicId, centerId: center.id };
};
const closed = async (clientId?: string): Promise<Scene> => {
  const { ticket, center } = await aClosedJob(clientId ? { clientId } : {});
  return { id: ticket.publicId, centerId: center.id };
};
let serials = 0;

const acts = {
  close: {
    at: job,
    call: () => "POST admin/close-ticket",
    body: ({ id, centerId }) => ({
      ticket_obj_id: id,
      center_id: centerId,
      amount: 250,
      code: "0000",
      payment_type: "Online",
      remarks: { close_ticket_remarks: "Done", technician_remarks: "A leak", revisit_remarks: "None" },
    }),
  },
  punch: {
    at: job,
    call: () => "POST admin/update-punch-ticket",
    body: ({ id }) => ({
      ticket_obj_id: id,
      ticket_status: "ON HOLD",
      punch_serialnumber: `SN-${process.pid}-${++serials}`,
      admin_remarks: "Blurred",
    }),
  },
  penalty: {
    at: job,
    call: () => "POST admin/send-refund-in-wallet-technician",
    body: ({ id, centerId }) => ({
      ticket_obj_id: id,
      center_obj_id: centerId,
      refundType: "Penalty",
      refundAmount: 10,
      refundRemarks: "Nobody came",
    }),
  },
  revisit: {
    at: closed,
    call: ({ id }) => `PUT center/tickets/${encodeURIComponent(id)}/revisit`,
    body: () => ({ time_preference: { time_preference_type: "IMMEDIATELY" }, specific_requirement: "Again" }),
  },
  rebook: {
    at: closed,
    call: () => "PUT center/api/tickets/rebook",
    body: ({ id }) => ({
      ticket_obj_id: id,
      time_preference: { time_preference_type: "IMMEDIATELY" },
      specific_requirement: "Again",
    }),
  },
} satisfies Record<string, Act>;
type Name = keyof typeof acts;
const names = Object.keys(acts) as Name[];
const done = (name: Name, desk: Desk, scene: Scene) => desk(acts[name].call(scene), acts[name].body(scene));

/** What nobody's form sends. */
const hostile: unknown[] = [
  null,
  true,
  -1,
  1e21,
  0.1,
  [],
  ["a"],
  [[]],
  {},
  { _id: {} },
  { _id: null },
  { $gt: "" },
  { toString: 1 },
  "\u0000",
  "a\u0000b",
  "\ud800",
  "' or 1=1 --",
  "__proto__",
  "../..",
  "<svg onload=x>",
  "٣٤",
  "1e3",
  "NaN",
  "x".repeat(100_000),
  "क".repeat(20_000),
  "00000000-0000-0000-0000-000000000000",
  "A".repeat(22),
];

/** Each place of a value in a body, with a copy that has another value there. */
function* changed(body: object, value: unknown, path: string[] = []): Generator<[string, object]> {
  for (const [name, old] of Object.entries(body)) {
    const at = [...path, name];
    const copy = structuredClone(body) as Record<string, unknown>;
    copy[name] = value;
    yield [at.join("."), copy];
    if (old && typeof old === "object")
      for (const [place, inner] of changed(old, value, at)) yield [place, { ...body, [name]: inner }];
  }
}

/** Everything an act could leave behind on a request. */
const traces = async ({ id }: Scene) =>
  rows(
    sql`select to_jsonb(t) - 'updated_at' as ticket, (select count(*) from history h where h.subject_id = t.id) as events,
            (select count(*) from adjustments a where a.ticket_id = t.id) as money,
            (select count(*) from tickets n where n.revisit_of = t.id or n.rebook_of = t.id) as again
       from tickets t where public_id = ${id}`,
  );

test.each(names)("%s: no value in any field breaks it, and what is refused leaves no trace", async (name) => {
  const desk = await aDesk();
  const { at, call, body } = acts[name] as Act;
  let scene = await at();
  let before = await traces(scene);
  for (const value of hostile)
    for (const [place, sent] of changed(body(scene), value)) {
      const answer = await desk(call(scene), sent);
      const what = `${place} ${JSON.stringify(value).slice(0, 40)} ${answer.message}`;
      expect([200, 404, 409, 422], what).toContain(answer.status);
      if (answer.success === 0) expect(await traces(scene), what).toEqual(before);
      else {
        scene = await at();
        before = await traces(scene);
      }
    }
  for (const value of hostile) {
    const answer = await desk(call(scene), value);
    expect([400, 404, 409, 422], JSON.stringify(value).slice(0, 40)).toContain(answer.status);
  }
  expect(await traces(scene)).toEqual(before);
});

test.each(names)(
  "%s: a request of another client, one that is deleted and one that is none are not there",
  async (name) => {
    const own = await aClient();
    const other = await aClient();
    const { at, call, body } = acts[name];
    const foreign = await at(other.id);
    const before = await traces(foreign);
    const clerk = await aDesk(own.id);
    expect([403, 404], name).toContain((await clerk(call(foreign), body(foreign))).status);
    expect(await traces(foreign)).toEqual(before);

    const desk = await aDesk();
    const gone = await at();
    await rows(sql`update tickets set deleted_at = now() where public_id = ${gone.id}`);
    const left = await traces(gone);
    expect((await desk(call(gone), body(gone))).status).toBe(404);
    expect(await traces(gone)).toEqual(left);
    for (const id of ["A".repeat(22), "x", "../../admin", "\u0000"]) {
      const nowhere = { ...gone, id };
      expect([404, 422], `${name} ${id}`).toContain((await desk(call(nowhere), body(nowhere))).status);
    }
  },
);

test.each(["close", "revisit"] as const)(
  "%s: of two operators at once one does it, and the other is told",
  async (name) => {
    const one = await aDesk();
    const two = await aDesk();
    for (let n = 0; n < 5; n++) {
      const scene = await acts[name].at();
      const answers = await Promise.all([one, two].map((desk) => done(name, desk, scene)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    }
  },
);

test("punch: of two operators at once the request keeps the review of one, whole", async () => {
  const one = await aDesk();
  const two = await aDesk();
  for (let n = 0; n < 5; n++) {
    const scene = await job();
    const bodies = ["ON HOLD", "REJECT"].map((ticket_status, at) => ({
      ticket_obj_id: scene.id,
      ticket_status,
      punch_serialnumber: `TWO-${process.pid}-${n}-${at}`,
      admin_remarks: `of ${at}`,
    }));
    await Promise.all([one, two].map((desk, at) => desk("POST admin/update-punch-ticket", bodies[at])));
    const [ticket] = await rows<{ status: string; serial: string; remarks: string }>(
      sql`select status, punch_serial_number as serial, admin_remarks as remarks from tickets where public_id = ${scene.id}`,
    );
    const at = ticket!.remarks === "of 0" ? 0 : 1;
    expect(ticket).toEqual({
      status: ["ON_HOLD", "REJECT"][at],
      serial: bodies[at]!.punch_serialnumber,
      remarks: bodies[at]!.admin_remarks,
    });
  }
});

test.each(names)(
  "%s: a request that is deleted at the same moment is done with before, or not at all",
  async (name) => {
    const one = await aDesk();
    const two = await aDesk();
    for (let n = 0; n < 5; n++) {
      const scene = await acts[name].at();
      const [act, deletion] = await Promise.all([
        done(name, one, scene),
        two(`DELETE admin/deleteTickets/${scene.id}`),
      ]);
      expect([200, 404, 409], act.message).toContain(act.status);
      expect([200, 404, 409], deletion.message).toContain(deletion.status);
      const [late] = await rows<{ late: boolean }>(
        sql`select exists (select from tickets n where (n.revisit_of = t.id or n.rebook_of = t.id) and n.created_at > t.deleted_at)
           or coalesce(t.closed_at > t.deleted_at, false) as late
         from tickets t where public_id = ${scene.id}`,
      );
      expect(late!.late, `${act.status} ${deletion.status}`).toBe(false);
      if (act.status === 404)
        expect(await traces(scene)).toMatchObject([{ money: expect.stringMatching(/^0$/), again: "0" }]);
    }
  },
);

test("the reopen log of a visit leads to no visit of another client", async () => {
  const own = await aClient();
  const other = await aClient();
  const desk = await aDesk();
  const scene = await closed(own.id);
  expect((await done("revisit", desk, scene)).success).toBe(1);
  const clerk = await aDesk(own.id);
  const log = async (id: string) => (await clerk(`GET admin/get-reopen-log/${id}`)) as Reply & { data: object[] };
  expect((await log(scene.id)).data).toHaveLength(1);
  await rows(
    sql`update tickets set client_id = ${other.id} where revisit_of = (select id from tickets where public_id = ${scene.id})`,
  );
  expect((await log(scene.id)).data).toEqual([]);
  expect((await log((await aTicket({ clientId: other.id })).publicId)).status).toBe(404);
});

test("of a center that has nothing to do with a request nothing is taken, however it is named", async () => {
  const desk = await aDesk();
  const stranger = await aCenter();
  const { publicId } = await anAcceptedTicket(await aCenter());
  for (const center_obj_id of [stranger.id, { _id: stranger.id }, stranger.id.toUpperCase()]) {
    const sent = { ...acts.penalty.body({ id: publicId, centerId: "" }), center_obj_id };
    expect((await desk(acts.penalty.call(), sent)).success).toBe(0);
  }
  expect(await rows(sql`select from adjustments where center_id = ${stranger.id}`)).toEqual([]);
});
