import { sql } from "kysely";
import { expect, test } from "vitest";
import { aDesk, doorArgs } from "#app/testing/a-desk.ts";
import { now } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, aClient } from "#modules/testing/factories.ts";
import { aClosedJob, aJob } from "#modules/testing/work.ts";
import { loader as document, action as review } from "../punch/route.tsx";
import { loader as reopened } from "../reopen-log/route.tsx";
import { action as view, loader as viewed } from "../view/route.tsx";

openDatabase();

/*
 * The forms of the acts under attack: fields that are missing, doubled, huge or not of this world, requests of others.
 * Nothing breaks, and what is refused leaves no trace.
 */

type Fields = Record<string, string | string[]>;
type Answer = { status?: number; data?: { problem?: string }; init?: { status?: number } };
type Door = (args: object) => Promise<unknown>;

/** Sends a form and answers the status; money has been confirmed a moment ago. */
async function send(door: unknown, path: string, cookie: string, fields: Fields) {
  await rows(sql`update sessions set proved_at = ${now()}`);
  const answer = (await (door as Door)(doorArgs(path, cookie, fields)).catch((thrown: unknown) => {
    if (thrown instanceof Error) throw thrown;
    return thrown;
  })) as Answer;
  return answer.init?.status ?? answer.status ?? 200;
}

let serials = 0;
const time = { "timePreference.type": "IMMEDIATELY", requirement: "Again" };
const acts = {
  close: { at: aJob, door: view, fields: { amount: "250", closeRemarks: "Done", paymentType: "Online" } },
  review: {
    at: aJob,
    door: review,
    fields: { status: "ON_HOLD", remarks: "Blurred" },
  },
  adjust: { at: aJob, door: view, fields: { kind: "Penalty", amount: "10", remarks: "Nobody came" } },
  rebook: { at: aClosedJob, door: view, fields: time },
  revisit: { at: aClosedJob, door: view, fields: time },
} as const;
type Name = keyof typeof acts;
const names = Object.keys(acts) as Name[];

async function aScene(name: Name, clientId?: string) {
  const { ticket, center } = await acts[name].at(clientId ? { clientId } : {});
  const fields: Fields = {
    intent: name,
    ticketId: ticket.publicId,
    ...acts[name].fields,
    ...(name === "adjust" && { centerId: center.id }),
    ...(name === "review" && { serialNumber: `FORM-${process.pid}-${++serials}` }),
  };
  const path = `${name === "review" ? "/ticketDocument" : "/view-ticket"}?ticketId=${ticket.publicId}`;
  return { ticket, fields, path, door: acts[name].door };
}

const traces = ({ ticket }: { ticket: { id: string } }) =>
  rows(
    sql`select to_jsonb(t) - 'updated_at' as ticket, (select count(*) from history h where h.subject_id = t.id) as events,
            (select count(*) from adjustments a where a.ticket_id = t.id) as money,
            (select count(*) from tickets n where n.revisit_of = t.id or n.rebook_of = t.id) as again
       from tickets t where id = ${ticket.id}`,
  );

const hostile: (string | string[])[] = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ufffd",
  "' or 1=1 --",
  "__proto__",
  "-1",
  "1e3",
  "0x10",
  "NaN",
  "Infinity",
  "x".repeat(60_000),
  "क".repeat(20_000),
  "99999999999999999999",
  "00000000-0000-0000-0000-000000000000",
  [],
  ["a", "b"],
  Array.from({ length: 50 }, () => "1"),
];

test.each(names)("%s: no value in any field breaks the form, and what is refused leaves no trace", async (name) => {
  const cookie = await aDesk();
  let scene = await aScene(name);
  let before = await traces(scene);
  for (const value of hostile)
    for (const field of Object.keys(scene.fields)) {
      const { door, path, fields } = scene;
      const status = await send(door, path, cookie, { ...fields, [field]: value });
      const what = `${field} ${JSON.stringify(value).slice(0, 40)}`;
      expect(status, what).toBeLessThan(500);
      if (status >= 400) expect(await traces(scene), what).toEqual(before);
      else {
        scene = await aScene(name);
        before = await traces(scene);
      }
    }
});

test.each(names)("%s: another client's request is not there, in the form or under the page's address", async (name) => {
  const own = await aClient();
  const other = await aClient();
  const permissions = ["add_ticket", "edit_ticket.full_access", "view_ticket.full_access"] as const;
  const cookie = await aDesk(permissions, own.id);
  const mine = await aScene(name, own.id);
  const foreign = await aScene(name, other.id);
  const before = await traces(foreign);
  for (const path of [mine.path, foreign.path])
    expect([403, 404], path).toContain(await send(foreign.door, path, cookie, foreign.fields));
  expect(await traces(foreign)).toEqual(before);
});

test("the pages of the acts answer hostile addresses with 'not found', never with an error", async () => {
  const cookie = await aDesk();
  const { ticket } = await aJob();
  const stranger = await aCenter();
  for (const [door, at] of [
    ...["x", "", "A".repeat(22), "%00", "..%2f..", "x".repeat(4_000)].flatMap((id) => [
      [document, `/ticketDocument?ticketId=${id}`] as const,
      [viewed, `/view-ticket?ticketId=${id}`] as const,
      [viewed, `/view-ticket?ticketId=${ticket.publicId}&act=adjust&center=${id}`] as const,
      [viewed, `/view-ticket?ticketId=${ticket.publicId}&act=${id}&of=${id}`] as const,
    ]),
    [viewed, `/view-ticket?ticketId=${ticket.publicId}&act=adjust&center=${stranger.id}`],
    [viewed, `/view-ticket?ticketId=${ticket.publicId}&ticketId=x&act=close&act=adjust`],
  ] as const) {
    const answer = (await (door as unknown as Door)(doorArgs(at, cookie)).catch((thrown: unknown) => thrown)) as Answer;
    expect(answer, at).not.toBeInstanceOf(Error);
    expect(answer.init?.status ?? answer.status ?? 200, at).toBeLessThan(500);
  }
  for (const id of ["x", "\u0000", "A".repeat(22)]) {
    const args = { ...doorArgs(`/reopen-log/${encodeURIComponent(id)}`, cookie), params: { id } };
    const answer = (await (reopened as unknown as Door)(args).catch((thrown: unknown) => thrown)) as Answer;
    expect([404, 422], id).toContain(answer.init?.status ?? answer.status);
  }
});
