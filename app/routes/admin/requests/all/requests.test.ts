import { sql } from "kysely";
import { expect, test } from "vitest";
import { tallyLimit } from "#app/http/doors/use-limit.server.ts";
import { aDesk, doorArgs } from "#app/testing/a-desk.ts";
import { openSession, saveRole } from "#modules/access/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { day, fromNow, istDate } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aClient,
  anAcceptedTicket,
  anAddress,
  anAdmin,
  aPriceList,
  asVisitor,
  aTicket,
} from "#modules/testing/factories.ts";
import { type Analysis, type Share, writeNote } from "#modules/tickets/index.ts";
import { WriteNote } from "#modules/tickets/shared.ts";
import { loader as download } from "../lists/export.ts";
import type { RequestView } from "../lists/request-list.tsx";
import { loader as tally } from "../lists/tally.ts";
import { action, loader } from "./route.tsx";

openDatabase();

const shown = async (query: string, cookie: string) =>
  (await loader(doorArgs(`/Tickets?${query}`, cookie))) as unknown as { data: RequestView; init: ResponseInit };
const numbers = async (query: string, cookie: string) =>
  (await shown(query, cookie)).data.rows.map(({ cells }) => cells.number);

test("R222 the list opens with 7 days back to 1 day ahead, newest first, and says how many there are", async () => {
  const cookie = await aDesk();
  const today = await aTicket();
  const week = await aTicket({ createdAt: fromNow(-6 * day) });
  const old = await aTicket({ createdAt: fromNow(-9 * day) });
  const { data } = await shown("", cookie);
  expect(data.rows.map(({ cells }) => cells.number)).toEqual([today.ticketId, week.ticketId]);
  expect(data.count).toEqual({ n: 2, exact: true });
  expect([data.days.from, data.days.to]).toEqual([istDate(fromNow(-7 * day)), istDate(fromNow(day))]);
  expect(await numbers("days=all", cookie)).toContain(old.ticketId);
  expect(await numbers("days=all&order=oldest", cookie)).toEqual([old.ticketId, week.ticketId, today.ticketId]);
});

test("pages go forwards and back, their size is remembered by the browser", async () => {
  const cookie = await aDesk();
  await rows(sql`update tickets set deleted_at = now() where deleted_at is null`);
  for (let n = 0; n < 12; n++) await aTicket();
  const first = await shown("", cookie);
  expect(first.data.rows).toHaveLength(10);
  const second = await shown(`after=${first.data.pages.next}&row=11`, cookie);
  expect(second.data).toMatchObject({ first: 11, pages: { next: null } });
  expect(second.data.rows).toHaveLength(2);
  const back = await shown(`before=${second.data.pages.previous}&row=1`, cookie);
  expect(back.data.rows.map(({ id }) => id)).toEqual(first.data.rows.map(({ id }) => id));
  const wide = await shown("take=25", cookie);
  expect(wide.data.rows).toHaveLength(12);
  const deskCookie = new Headers(wide.init.headers).getSetCookie().find((each) => each.startsWith("desk="))!;
  expect((await shown("", `${cookie}; ${deskCookie.split(";")[0]}`)).data.take).toBe(25);
});

test("R226 an admin who may not see phones has no column of them, and finds nobody by one", async () => {
  const superior = await aDesk();
  const desk = await aDesk(["view_ticket.full_access"]);
  const ticket = await aTicket({ phone: "9812345670" });
  const phones = async (cookie: string) => {
    const { data } = await shown("cols=phone&chosen=1", cookie);
    return [data.columns.some(({ id }) => id === "phone"), JSON.stringify(data).includes("9812345670")];
  };
  expect([await phones(superior), await phones(desk)]).toEqual([
    [true, true],
    [false, false],
  ]);
  expect(await numbers("search=98123", superior)).toEqual([ticket.ticketId]);
  expect(await numbers("search=98123", desk)).toEqual([]);
});

test("the views beside the list count and show what their names say", async () => {
  const cookie = await aDesk();
  await rows(sql`update tickets set deleted_at = now() where deleted_at is null`);
  const accepted = await anAcceptedTicket(await aCenter(), {
    timePreferenceType: "SPECIFIC_DATE_AND_TIME",
    specificDateTime: fromNow(-2 * day),
  });
  await rows(
    sql`insert into time_changes (id, ticket_id, center_id, rule_id, from_type, type, state, counted, created_at, expires_at)
        select gen_random_uuid(), ${accepted.id}, ${accepted.centerId}, id, 'SPECIFIC_DATE_AND_TIME', 'IMMEDIATELY', 'OPEN', true,
               now(), now() + interval '1 hour' from visit_rules limit 1`,
  );
  const paid = await aTicket({ isPaidByPublic: true });
  const due = await aTicket({ timePreferenceType: "SPECIFIC_DATE_AND_TIME", specificDateTime: new Date() });
  // Counts are kept for a moment, until news of a change.
  await announce(["requests"]);
  const { data } = await shown("", cookie);
  expect(data.views.map(({ name, count }) => [name, count.n])).toEqual([
    ["notAssigned", 1],
    ["paidNoCenter", 1],
    ["dueToday", 1],
    ["unstaffed", 1],
    ["late", 1],
    ["otherTime", 1],
  ]);
  expect(await numbers("view=notAssigned", cookie)).toEqual([accepted.ticketId]);
  expect(await numbers("view=paidNoCenter", cookie)).toEqual([paid.ticketId]);
  expect(await numbers("view=dueToday", cookie)).toEqual([due.ticketId]);
  expect(await numbers("view=unstaffed", cookie)).toEqual([accepted.ticketId]);
  expect(await numbers("view=late", cookie)).toEqual([accepted.ticketId]);
  await writeNote(asVisitor(due.phone), WriteNote.parse({ ticketId: due.publicId, text: "Ring twice" }));
  const { rows: listed } = (await shown("", cookie)).data;
  const rowOf = ({ publicId }: { publicId: string }) => listed.find(({ id }) => id === publicId);
  expect(rowOf(accepted)).toMatchObject({ wantsOtherTime: true, noteAt: null });
  expect(rowOf(due)).toMatchObject({ wantsOtherTime: false, noteAt: expect.any(Date) });
  expect(await numbers("view=otherTime", cookie)).toEqual([accepted.ticketId]);
});

test("R224, R225 the sum of what is selected is the server's; a request without a price counts as 0", async () => {
  const cookie = await aDesk();
  await rows(sql`update tickets set deleted_at = now() where deleted_at is null`);
  const priced = (rupees: number) =>
    aTicket({ status: "CLOSED", closedAt: new Date(), closingPricePaise: fromRupees(rupees) });
  const one = await priced(250);
  const two = await priced(1200);
  const none = await aTicket();
  const sum = async (query: string) =>
    ((await (await tally(doorArgs(`/lists/requests/tally?sum=1&${query}`, cookie))).json()) as { sumPaise: number })
      .sumPaise;
  expect(await sum(`ids=${one.publicId}&ids=${none.publicId}`)).toBe(25_000);
  expect(await sum("")).toBe(145_000);
  expect(await sum("status=PENDING")).toBe(0);
  expect(await sum(`ids=${two.publicId}`)).toBe(120_000);
});

test("more than 10,000 requests are counted as more than that, and not summed up", async () => {
  const cookie = await aDesk();
  const { id } = await aTicket({ city: "Big City", closingPricePaise: fromRupees(10) });
  await rows(
    sql`insert into tickets select r.* from tickets t, generate_series(1, 10000) n, lateral jsonb_populate_record(t,
       jsonb_build_object('id', gen_random_uuid(), 'public_id', 'big-' || n, 'ticket_id', 'REQ-BIG-' || n)) r
      where t.id = ${id}`,
  );
  const sum = async () =>
    (
      (await (await tally(doorArgs("/lists/requests/tally?sum=1&city=Big+City", cookie))).json()) as {
        sumPaise: number | null;
      }
    ).sumPaise;
  expect((await shown("city=Big+City", cookie)).data.count).toEqual({ n: 10_000, exact: false });
  expect(await sum()).toBeNull();
  await rows(sql`update tickets set deleted_at = now() where id = ${id}`);
  expect(await sum()).toBe(fromRupees(100_000));
  await rows(sql`update tickets set deleted_at = now() where city = 'Big City'`);
}, 60_000);

test("sums and counts are asked for so often, and no more", async () => {
  const cookie = await aDesk(["view_ticket.full_access"]);
  const statuses = new Set<number>();
  for (let n = 0; n <= tallyLimit.account; n++)
    statuses.add((await tally(doorArgs("/lists/requests/tally", cookie))).status);
  expect([...statuses]).toEqual([200, 429]);
}, 60_000);

test("what came since the page was read is counted with its filter, and the list does not move", async () => {
  const cookie = await aDesk();
  await rows(sql`update tickets set deleted_at = now() where deleted_at is null`);
  await aTicket({ createdAt: fromNow(-1000) });
  const { seen, rows: page } = (await shown("", cookie)).data;
  const news = async (query: string) => {
    const wanted = `head=${seen.head}&at=${seen.at}&${page.map(({ id }) => `seen=${id}`).join("&")}&${query}`;
    const answer = await tally(doorArgs(`/lists/requests/tally?${wanted}`, cookie));
    return ((await answer.json()) as { news: object }).news;
  };
  expect(await news("")).toEqual({ added: 0, changed: 0 });
  await aTicket();
  await aTicket({ status: "CANCEL" });
  expect([await news(""), await news("status=CANCEL")]).toEqual([
    { added: 2, changed: 0 },
    { added: 1, changed: 0 },
  ]);
  // One that is on the page counts as changed although its status does not match the filter any more.
  await rows(
    sql`update tickets set status = 'CANCEL', updated_at = now() + interval '1 second' where public_id = ${page[0]!.id}`,
  );
  expect([await news("status=PENDING"), await news("city=Nowhere")]).toEqual([
    { added: 1, changed: 1 },
    { added: 0, changed: 1 },
  ]);
});

test("the analysis counts and sums exactly the requests the list is filtered to, and nobody else's", async () => {
  const cookie = await aDesk();
  await rows(sql`update tickets set deleted_at = now() where deleted_at is null`);
  const client = await aClient();
  const closed = { status: "CLOSED", closedAt: new Date(), createdBy: "CENTER", clientId: client.id } as const;
  await aTicket({ ...closed, closingPricePaise: fromRupees(450), city: "Pune" });
  await aTicket({ ...closed, closingPricePaise: fromRupees(50), city: "Agra", isPaidByPublic: true });
  await anAcceptedTicket(await aCenter(), { city: "Pune" });
  const analysed = async (query: string, who = cookie) =>
    (await shown(`act=analysis&${query}`, who)).data.also!.analysis;
  const counts = ({ name, requests, closingPricePaise }: Share) => [name, requests, closingPricePaise];
  const whole = (await analysed("")) as Analysis;
  expect(whole.total).toEqual({ requests: 3, paidByPublic: 1, closingPricePaise: fromRupees(500) });
  expect(whole.statuses.map(counts)).toEqual([
    ["CLOSED", 2, fromRupees(500)],
    ["Technician Not Assigned", 1, 0],
  ]);
  expect(whole.creators.map(counts)).toEqual([
    ["CENTER", 2, fromRupees(500)],
    ["PUBLIC", 1, 0],
  ]);
  expect(((await analysed("city=Pune&status=CLOSED")) as Analysis).total.closingPricePaise).toBe(fromRupees(450));
  expect(((await analysed("", await aDesk(["view_ticket.full_access"], client.id))) as Analysis).total.requests).toBe(
    2,
  );
});

test("Q58 a super admin's file holds what the page is narrowed to, or the selected rows alone; nobody else has one", async () => {
  const cookie = await aDesk();
  await rows(sql`update tickets set deleted_at = now() where deleted_at is null`);
  const pendingTicket = await aTicket({ phone: "9812345671" });
  const other = await aTicket({ status: "CANCEL" });
  const text = async (query: string) =>
    (await download(doorArgs(`/lists/requests/export?format=csv&${query}`, cookie))).text();
  expect(await text("status=PENDING")).toContain(pendingTicket.ticketId);
  expect(await text("status=PENDING")).not.toContain(other.ticketId);
  expect(await text(`ids=${other.publicId}`)).toContain(other.ticketId);
  expect(await text("")).toContain("9812345671");
  const reader = await aDesk(["view_ticket.full_access"]);
  expect((await download(doorArgs("/lists/requests/export?format=csv", reader))).status).toBe(403);
  expect((await shown("", reader)).data.mayTakeFile).toBe(false);
});

test("R241, R245 a request nobody has is broadcast from its row, and says so afterwards", async () => {
  await aPriceList();
  const cookie = await aDesk();
  const reader = await aDesk(["view_ticket.full_access"]);
  await rows(sql`update tickets set deleted_at = now() where deleted_at is null`);
  const center = await aCenter();
  const ticket = await aTicket({ serviceAvailable: false, pincode: "560001" });
  const row = async (who: string) => (await shown("", who)).data.rows.find(({ id }) => id === ticket.publicId)!;
  const offers = async (who: string) => (await row(who)).offered.some(({ act }) => act === "broadcast");
  expect([await offers(cookie), await offers(reader)]).toEqual([true, false]);
  const broadcast = (who: string) => send(who, { intent: "broadcast", ticketId: ticket.publicId });
  await broadcast(reader);
  expect((await row(cookie)).broadcasted).toBe(false);
  await rows(
    sql`update tickets set service_id = (select service_id from center_services where center_id = ${center.id} limit 1)`,
  );
  await rows(
    sql`update tickets set pincode = (select pincode from center_pincodes where center_id = ${center.id} limit 1)`,
  );
  await broadcast(cookie);
  expect(await row(cookie)).toMatchObject({ broadcasted: true });
});

const send = (cookie: string, fields: Record<string, string | string[]>, at = "/Tickets") =>
  action(doorArgs(at, cookie, fields)) as Promise<Response & { data: { problem?: string; errors?: object } }>;
const led = async (answer: Promise<Response>) => (await answer).headers.get("location") ?? "";

const editing = ["view_ticket.full_access", "edit_ticket.full_access"] as const;

test("ticked rows lead to a question about them, all that match to a question about those; the same form once", async () => {
  const cookie = await aDesk(editing);
  const city = "Tick Town";
  const made = [await aTicket({ city }), await aTicket({ city }), await aTicket({ city, status: "CANCEL" })];
  const [one, two] = made.map(({ publicId }) => publicId);
  // A row is ticked in the table and on its card.
  const fields = { intent: "bulk", verb: "remark", ids: [one!, one!, two!], city };
  const ticked = await led(send(cookie, { ...fields, once: "form-1" }));
  expect(ticked).toMatch(/^\/bulk\/[0-9a-f-]{36}$/);
  expect(await led(send(cookie, { ...fields, once: "form-1" }))).toBe(ticked);
  const all = await led(
    send(cookie, { ...fields, all: "1", status: "PENDING" }, "/Tickets?city=Tick+Town&status=PENDING"),
  );
  const totals = await rows<{ total: number; back: string }>(
    sql`select total, back from bulk_acts where id = any(${[ticked, all].map((to) => to.split("/").at(-1))}) order by id`,
  );
  expect(totals).toEqual([
    { total: 2, back: "/Tickets" },
    { total: 2, back: "/Tickets?city=Tick+Town&status=PENDING" },
  ]);
  expect((await send(cookie, { intent: "bulk", verb: "remark" })).data.problem).toBe("bulk.none");
  expect((await send(cookie, { ...fields, verb: "explode" })).data.errors).toBeDefined();
  const bulks = (await shown("", cookie)).data.bulks.map(({ name }) => name);
  // Other test files of this worker may have declared verbs of their own.
  expect(bulks.filter((name) => !name.startsWith("test."))).toEqual([
    "broadcastRequests",
    "assignRequests",
    "cancelRequests",
    "remark",
  ]);
  expect((await shown("", await aDesk(["view_ticket.full_access"]))).data.bulks).toEqual([]);
});

test("a view is saved with filter, order and columns, opened, changed, renamed and deleted", async () => {
  const cookie = await aDesk();
  const to = await led(
    send(cookie, {
      intent: "keepView",
      name: "Agra open",
      status: "open",
      city: "Agra",
      chosen: "1",
      cols: ["city", "phone"],
    }),
  );
  expect(to).toMatch(/^\/Tickets\?saved=[0-9a-f-]{36}&status=open&city=Agra&chosen=1&cols=phone&cols=city$/);
  const query = to.split("?")[1]!;
  const { data, init } = await shown(query, cookie);
  expect(data.open).toMatchObject({ name: "Agra open", changed: false, mayChange: true });
  expect([data.unsaved, data.settings.columns]).toEqual([false, ["phone", "city"]]);
  // The view's columns are its own: this browser keeps what it had.
  expect(new Headers(init?.headers).getSetCookie().some((each) => each.startsWith("desk="))).toBe(false);
  const changed = (
    await shown(`${query}&service=${data.filters.find(({ name }) => name === "service")!.offered![0]!.value}`, cookie)
  ).data;
  expect([changed.unsaved, changed.open?.changed]).toEqual([true, true]);
  const view = { saved: data.open!.id, version: "1" };
  const viewPath = await led(
    send(cookie, { intent: "changeView", ...view, status: "open", chosen: "1", cols: "city" }),
  );
  expect(viewPath).toBe(`/Tickets?saved=${view.saved}&status=open&chosen=1&cols=city`);
  await send(cookie, { intent: "renameView", ...view, version: "2", name: "Open" });
  expect((await shown("", cookie)).data.saved.map(({ name, to }) => [name, to])).toEqual([
    ["Open", `/Tickets?saved=${view.saved}&status=open&chosen=1&cols=city`],
  ]);
  // Another window that still has the view as it was is refused, with what changed since and by whom.
  const late: Record<string, string>[] = [{ intent: "deleteView" }, { intent: "changeView", status: "open" }];
  for (const fields of late)
    expect((await send(cookie, { ...fields, ...view })).data).toMatchObject({
      problem: "error.changed",
      meanwhile: {
        version: 3,
        changes: [
          { own: true, fields: ["query"] },
          { own: true, fields: ["name"] },
        ],
      },
    });
  const twice = await send(cookie, { intent: "keepView", name: "open", status: "open" });
  expect(twice.data.problem).toBe("views.nameTaken");
  expect((await send(cookie, { intent: "keepView", name: "x".repeat(41) })).data.errors).toHaveProperty("name");
  expect(await led(send(cookie, { intent: "deleteView", saved: view.saved }))).toBe("/Tickets");
  expect((await shown(`saved=${view.saved}&status=open`, cookie)).data.open).toBeUndefined();
});

test("R226 a shared view shows its reader nothing more: no column of phones, nobody found by one, no other client's", async () => {
  const chief = await aDesk();
  const { id: roleId } = await saveRole(system("cli"), { roleName: "Readers", permissions: [...editing] });
  const login = async (more: object) => {
    const { id } = await anAdmin({ adminRole: "ROLE", roleId, ...more });
    const { token } = await openSession({ kind: "admin", subjectId: id, via: "cookie", address: anAddress() });
    return `admin_session=${token}`;
  };
  const client = await aClient();
  const reader = await login({});
  const clients = await login({ adminRole: "CLIENT", clientId: client.id });
  const city = "Shared City";
  const ticket = await aTicket({ city, phone: "9812345675" });
  const own = await aTicket({ city, clientId: client.id });
  const to = await led(
    send(chief, { intent: "keepView", name: "Phones", role: roleId, city, chosen: "1", cols: ["phone", "city"] }),
  );
  const see = async (cookie: string) => {
    const { data } = await shown(to.split("?")[1]!, cookie);
    return [
      data.open?.name,
      data.columns.some(({ id }) => id === "phone"),
      JSON.stringify(data).includes("9812345675"),
      data.rows.map(({ id }) => id).sort(),
    ];
  };
  const both = [ticket.publicId, own.publicId].sort();
  expect(await see(chief)).toEqual(["Phones", true, true, both]);
  expect(await see(reader)).toEqual(["Phones", false, false, both]);
  expect(await see(clients)).toEqual(["Phones", false, false, [own.publicId]]);
  expect((await shown("", reader)).data.roles).toBeNull();
});
