import { readdir } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { aDesk, doorArgs } from "#app/testing/a-desk.ts";
import { namedBy } from "#app/ui/base/site.ts";
import { shownText } from "#app/ui/list/columns.tsx";
import type { Permission } from "#modules/kernel/actor.ts";
import { day, fromNow } from "#modules/kernel/clock.ts";
import { em, rows } from "#modules/kernel/db/db.server.ts";
import type { TableColumn } from "#modules/kernel/lists/table.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { say } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aBroadcastTicket,
  aCenter,
  aClient,
  aDriver,
  anAcceptedTicket,
  aService,
  aTechnician,
  aTicket,
} from "#modules/testing/factories.ts";
import { RideSchema } from "#modules/tickets/rides/ride.entity.ts";
import { loader as newTickets } from "../broadcasts/new-tickets.tsx";
import { loader as broadcasts } from "../broadcasts/route.tsx";
import { loader as centersNewTickets } from "../by-centers/new-tickets.tsx";
import { loader as notAssigned } from "../by-centers/not-assigned.tsx";
import { loader as byCenters } from "../by-centers/route.tsx";
import { loader as closed } from "../closed/route.tsx";
import { loader as noService } from "../no-service/route.tsx";
import { loader as ofClient } from "../of-client/route.tsx";
import { loader as ofClients } from "../of-clients/route.tsx";
import { loader as pending } from "../pending/route.tsx";
import { loader as rides } from "../rides/route.tsx";
import { deskNamed } from "./desks.server.ts";
import { loader as download } from "./export.ts";
import { colourOf } from "./offer-list.tsx";
import { isUploadedTo, looksOf } from "./request-list.tsx";
import { loader as tally } from "./tally.ts";

openDatabase();

/** Every list beside All Requests, by its address, with the permission it asks for. */
const lists = {
  "/pending-ticket": { loader: pending, can: "view_pending_ticket", name: "pending-requests" },
  "/close-ticket": { loader: closed, can: "view_closed_ticket", name: "closed-requests" },
  "/noService-ticket": { loader: noService, can: "view_center_ticket", name: "no-service-requests" },
  "/center-ticket": { loader: byCenters, can: "view_pending_ticket", name: "center-requests" },
  "/center-ticket/new-tickets": { loader: centersNewTickets, can: "view_pending_ticket", name: "centers-new-tickets" },
  "/center-ticket/not-assigned": { loader: notAssigned, can: "view_pending_ticket", name: "created-elsewhere" },
  "/erickshaw-ticket": { loader: rides, can: "view_ticket.full_access", name: "rides" },
  "/b2b-ticket": { loader: ofClient, can: "view_ticket.full_access", name: "client-requests" },
  "/all-client-ticket": { loader: ofClients, can: "view_ticket.full_access", name: "all-client-requests" },
  "/admin-broadcast-tickets": { loader: newTickets, can: "view_broadcastedList", name: "new-tickets" },
  "/broad-casted-list": { loader: broadcasts, can: "view_broadcastedList", name: "broadcasts" },
} as const satisfies Record<string, { loader: unknown; can: Permission; name: string }>;
type Path = keyof typeof lists;
const paths = Object.keys(lists) as Path[];

type Shown = {
  data: {
    rows: { id: string; cells: Record<string, unknown>; [extra: string]: unknown }[];
    columns: { id: string; label: string }[];
    settings: { columns: string[] };
    also: { barred?: { centers: { name: string; phone: string }[]; count: number } } | null;
    mayTakeFile: boolean;
    selectable: boolean;
    bulks: { name: string }[];
    seen: { head: string | null; at: number };
  };
  init: ResponseInit;
};
const shown = async (path: Path, cookie: string, query = "days=all") =>
  (await lists[path].loader(doorArgs(`${path}?${query}`, cookie))) as unknown as Shown;
const cells = async (path: Path, cookie: string, query?: string) =>
  (await shown(path, cookie, query)).data.rows.map((row) => row.cells);
/** The headings a reader sees at first, in their order. */
const headings = async (path: Path, cookie: string) => {
  const { columns, settings } = (await shown(path, cookie)).data;
  return columns.filter(({ id }) => ["number", "status", ...settings.columns].includes(id)).map(({ label }) => label);
};

beforeEach(() => rows(sql`update tickets set deleted_at = now() where deleted_at is null`));

test("every list of the console is served by the addresses that serve all lists", async () => {
  const parts = path.join(import.meta.dirname, "../../../../parts");
  const files = (await readdir(parts, { recursive: true })).filter((name) => name.endsWith("-desk.server.ts"));
  const listNames = (await Promise.all(files.map((name) => import(path.join(parts, name))))).flatMap((file) =>
    Object.values(file as Record<string, { list?: { name: string } }>).flatMap(({ list }) => (list ? [list.name] : [])),
  );
  expect(listNames).toContain("offers");
  expect(listNames.filter((name) => !deskNamed(name))).toEqual([]);
});

test("R249 the closed list has the specified columns in their order, its phone only for a super admin", async () => {
  const specified = [
    "Created on, Assigned on, Closed at, Days to close, On-site image, Request id, Happy code, Request status",
    "Broadcast status, Paid by public, Paid by technician, Assigned technician, Specific requirements, Name, Phone",
    "Closing price, Created by, Center QR id, Time preference",
  ]
    .join(", ")
    .split(", ");
  expect(await headings("/close-ticket", await aDesk())).toEqual(specified);
  expect(await headings("/close-ticket", await aDesk(["view_closed_ticket"]))).toEqual(
    specified.filter((heading) => heading !== "Phone"),
  );
});

test("R253, R260, R261 the other lists have the columns of the specification in their order", async () => {
  const cookie = await aDesk();
  expect(await headings("/b2b-ticket", cookie)).toEqual(
    "Created on, Aging, On-site image, Ticket id, Status, Assigned center, Technician, Name, Phone, Time preference".split(
      ", ",
    ),
  );
  expect(await headings("/erickshaw-ticket", cookie)).toEqual(
    [
      "Created At, Request id, Status, Customer name and mobile, Pick and drop location, Pincode, Driver, QR id, Amount",
      "Mode of Payment",
    ]
      .join(", ")
      .split(", "),
  );
  expect(await headings("/broad-casted-list", cookie)).toEqual(
    [
      "Center Id, Name, Qr Status, Center phone number, Request id, Customer name, Customer number, Address",
      "Status of broadcast",
    ]
      .join(", ")
      .split(", "),
  );
  expect(await headings("/center-ticket/not-assigned", cookie)).toEqual(
    "Name, Email, Phone, Created by center, Address, Broadcast status, Ticket status, Service, Assigned center".split(
      ", ",
    ),
  );
});

test("R250, R251, R252 days are whole, what was paid is 99 or 0 on the closed and pending lists and YES or NO elsewhere", async () => {
  const cookie = await aDesk();
  const createdAt = fromNow(-9.5 * day);
  const paid = { isPaidByPublic: true, createdAt };
  await aTicket({ ...paid, status: "CLOSED", closedAt: fromNow(-2.6 * day), remarkMessage: "happy_code" });
  expect(await cells("/close-ticket", cookie)).toMatchObject([
    { daysToClose: 6, paidByPublic: 99, paidByTechnician: 0, happyCode: true, status: "CLOSED", closingPrice: null },
  ]);
  await aTicket({ ...paid, serviceAvailable: false });
  expect(await cells("/noService-ticket", cookie)).toMatchObject([
    { aging: 9, paidByPublic: "YES", paidByTechnician: "NO", origin: "No Service Available In This Area" },
  ]);
  expect(await cells("/pending-ticket", cookie)).toMatchObject([{ aging: 9, paidByPublic: 99, paidByTechnician: 0 }]);
});

const english = { locale: "en", say, nameOf: namedBy({}) } as const;

test("R218 the closed list says Yes for the happy code, and No for the other one or none", async () => {
  const cookie = await aDesk();
  const closed = { status: "CLOSED", closedAt: new Date() } as const;
  for (const remarkMessage of [null, "unhappy_code", "happy_code"]) await aTicket({ ...closed, remarkMessage });
  const { columns, rows: shownRows } = (await shown("/close-ticket", cookie)).data;
  const column = columns.find(({ id }) => id === "happyCode")! as TableColumn;
  expect(shownRows.map((row) => shownText(row.cells.happyCode as boolean, column, english))).toEqual([
    "Yes",
    "No",
    "No",
  ]);
  const file = await (await download(doorArgs("/lists/closed-requests/export?format=csv&days=all", cookie))).text();
  expect(file.split("\n").filter((line) => /,Yes,/.test(line))).toHaveLength(1);
});

test("R228, R229 services and addresses are cut after 30 letters, services of center requests after 40", () => {
  const cutIn = (list: "all" | "pending" | "center") => {
    const { service, address } = looksOf(list, say, "en");
    return [service!.cut, address!.cut];
  };
  expect([cutIn("all"), cutIn("pending"), cutIn("center")]).toEqual([
    [30, 30],
    [30, 30],
    [40, 30],
  ]);
});

test("R263, R264 accepted and closed broadcasts are green, those of a center that paid for its kit cyan", () => {
  const colour = (state: "PENDING" | "ACCEPTED" | "CLOSED" | "REJECTED", paidForKit = false) =>
    colourOf({ state, paidForKit });
  expect([colour("ACCEPTED"), colour("CLOSED"), colour("PENDING"), colour("REJECTED")]).toEqual([
    "row-good",
    "row-good",
    "",
    "",
  ]);
  expect(colour("PENDING", true)).toBe("row-kit");
});

test("R259 center requests are narrowed to days, selected and summed up, and come from files", async () => {
  const cookie = await aDesk();
  const by = { createdBy: "CENTER", createdByCenterId: (await aCenter()).id } as const;
  const old = await aTicket({ ...by, createdAt: fromNow(-9 * day), closingPricePaise: fromRupees(250) });
  const late = await aTicket({ ...by, closingPricePaise: fromRupees(450) });
  const { data } = await shown("/center-ticket", cookie, "");
  expect(data.rows.map(({ id }) => id)).toEqual([late.publicId]);
  expect([data.selectable, isUploadedTo("center")]).toEqual([true, true]);
  const ids = `ids=${old.publicId}&ids=${late.publicId}`;
  const sum = await tally(doorArgs(`/lists/center-requests/tally?sum=1&days=all&${ids}`, cookie));
  expect(await sum.json()).toMatchObject({ sumPaise: fromRupees(700) });
});

test("each list has its own requests and no others", async () => {
  const cookie = await aDesk();
  const client = await aClient();
  const center = await aCenter();
  const other = await aCenter();
  const made = {
    pending: await aTicket(),
    closed: await aTicket({ status: "CLOSED", closedAt: new Date() }),
    noService: await aTicket({ status: "CANCEL", serviceAvailable: false }),
    ofClient: await aTicket({ status: "ACCEPTED", centerId: other.id, clientId: client.id }),
    byCenter: await aTicket({
      status: "ACCEPTED",
      createdBy: "CENTER",
      createdByCenterId: center.id,
      centerId: center.id,
    }),
    elsewhere: await aTicket({
      status: "ACCEPTED",
      createdBy: "CENTER",
      createdByCenterId: center.id,
      centerId: other.id,
    }),
  };
  const matchingNames = async (path: Path) => {
    const ids = (await shown(path, cookie)).data.rows.map(({ id }) => id);
    return Object.entries(made).flatMap(([name, { publicId }]) => (ids.includes(publicId) ? [name] : []));
  };
  expect(await matchingNames("/pending-ticket")).toEqual(["pending"]);
  expect(await matchingNames("/close-ticket")).toEqual(["closed"]);
  expect(await matchingNames("/noService-ticket")).toEqual(["noService"]);
  expect(await matchingNames("/b2b-ticket")).toEqual(["ofClient"]);
  expect(await matchingNames("/all-client-ticket")).toEqual(["ofClient"]);
  expect(await matchingNames("/center-ticket")).toEqual(["byCenter", "elsewhere"]);
  expect(await matchingNames("/center-ticket/not-assigned")).toEqual(["elsewhere"]);
});

test("Q31, R226, R227 who may not see phones has stars on every list, and no column of them on the closed and pending ones", async () => {
  const client = await aClient();
  const center = await aCenter({ phone: "9812345001" });
  const phone = "9812345002";
  const all: Permission[] = [...new Set(Object.values(lists).map(({ can }) => can))];
  await aTicket({ phone, clientId: client.id });
  await aTicket({ phone, status: "CLOSED", closedAt: new Date() });
  await aTicket({ phone, serviceAvailable: false });
  await aTicket({ phone, createdBy: "CENTER", createdByCenterId: center.id });
  await aBroadcastTicket([center], { phone });
  await aRide({ phone });
  const superior = await aDesk();
  const desk = await aDesk(all);
  for (const path of paths) {
    const text = async (cookie: string) => JSON.stringify((await shown(path, cookie)).data);
    expect(await text(superior), path).toMatch(/981234500[12]/);
    expect(await text(desk), path).not.toMatch(/981234500/);
    const hidden = path === "/close-ticket" || path === "/pending-ticket";
    expect((await text(desk)).includes("*****"), path).toBe(!hidden);
  }
});

test("a client's admin finds its own client's requests in every list, file and figure, and nothing else", async () => {
  const own = await aClient();
  const other = await aClient();
  const center = await aCenter();
  const all: Permission[] = [
    "view_ticket.full_access",
    "view_pending_ticket",
    "view_closed_ticket",
    "view_center_ticket",
  ];
  const cookie = await aDesk(all, own.id);
  const made = async (clientId: string, name: string) => {
    await aTicket({ clientId, name });
    await aTicket({ clientId, name, status: "CLOSED", closedAt: new Date(), closingPricePaise: fromRupees(70) });
    await aTicket({ clientId, name, serviceAvailable: false });
    await aTicket({ clientId, name, createdBy: "CENTER", createdByCenterId: center.id });
    await aBroadcastTicket([center], { clientId, name });
  };
  await made(own.id, "Own Person");
  await made(other.id, "Foreign Person");
  await aRide({ name: "Foreign Person" });
  const ownRows: Partial<Record<Path, number>> = {
    "/pending-ticket": 4,
    "/b2b-ticket": 5,
    "/all-client-ticket": 5,
    "/erickshaw-ticket": 0,
  };
  for (const path of paths.filter((path) => lists[path].can !== "view_broadcastedList")) {
    const { data } = await shown(path, cookie);
    expect(JSON.stringify(data), path).not.toContain("Foreign Person");
    expect(data.rows.length, path).toBe(ownRows[path] ?? 1);
    const sum = await (await tally(doorArgs(`/lists/${lists[path].name}/tally?sum=1&at=1&days=all`, cookie))).json();
    expect((sum as { sumPaise: number | null }).sumPaise ?? 0, path).toBeLessThanOrEqual(fromRupees(70));
  }
  const file = await download(doorArgs("/lists/client-requests/export?format=csv&days=all", cookie));
  const text = await file.text();
  expect([text.includes("Own Person"), text.includes("Foreign Person")]).toEqual([true, false]);
  await expect(lists["/broad-casted-list"].loader(doorArgs("/broad-casted-list", cookie))).rejects.toMatchObject({
    init: { status: 403 },
  });
});

test("Q58, R255 client requests are a file for all their viewers, with stars; other lists only for a super admin", async () => {
  const all: Permission[] = [...new Set(Object.values(lists).map(({ can }) => can))];
  const superior = await aDesk();
  const desk = await aDesk(all);
  await aTicket({ clientId: (await aClient()).id, phone: "9812345003" });
  /** A file is read to its end: while two are sent to an account, its next one is prepared instead. */
  const status = async (path: Path, cookie: string) => {
    const answer = await download(doorArgs(`/lists/${lists[path].name}/export?format=csv&days=all`, cookie));
    await answer.arrayBuffer();
    return answer.status;
  };
  for (const path of paths) {
    const forAll = path === "/b2b-ticket" || path === "/all-client-ticket";
    expect([await status(path, superior), await status(path, desk)], path).toEqual([200, forAll ? 200 : 403]);
    expect((await shown(path, desk)).data.mayTakeFile, path).toBe(forAll);
  }
  const file = await download(doorArgs("/lists/client-requests/export?format=csv&days=all", desk));
  expect(await file.text()).toMatch(/\*{5}/);
});

test("R327, R328, R329, R330, R331 each list, its file and its figures are refused without its permission", async () => {
  const every: Permission[] = [
    ...new Set(Object.values(lists).map(({ can }): Permission => can)),
    "edit_ticket.full_access",
    "add_ticket",
  ];
  for (const path of paths) {
    const { loader, can, name } = lists[path];
    const cookie = await aDesk(every.filter((permission) => permission !== can));
    await expect(loader(doorArgs(path, cookie)), path).rejects.toMatchObject({ init: { status: 403 } });
    expect((await tally(doorArgs(`/lists/${name}/tally?sum=1`, cookie))).status, path).toBe(403);
    expect((await download(doorArgs(`/lists/${name}/export`, cookie))).status, path).toBe(403);
  }
  expect((await tally(doorArgs("/lists/nothing/tally", await aDesk()))).status).toBe(404);
});

test("R262, R263, R264, R265 a broadcast shows its address once accepted, its colours, and who may accept none", async () => {
  await rows(sql`delete from broadcasts`);
  const kit = await aCenter({ paidForOnboardingKit: true });
  const plain = await aCenter();
  const barred = await aCenter({ broadcastDisabled: true, centerName: "Barred Repairs", phone: "9812345004" });
  await aBroadcastTicket([kit, plain], { houseNumber: "77" });
  await anAcceptedTicket(plain, { houseNumber: "88" });
  const cookie = await aDesk(["view_broadcastedList"]);
  const { data } = await shown("/broad-casted-list", cookie);
  expect(
    data.rows.map(({ cells, state, paidForKit }) => [state, paidForKit, String(cells.address).slice(0, 2)]).toSorted(),
  ).toEqual([
    ["ACCEPTED", false, "88"],
    ["PENDING", false, "nu"],
    ["PENDING", true, "nu"],
  ]);
  expect(data.also!.barred!.centers).toContainEqual(
    expect.objectContaining({ id: barred.id, name: "Barred Repairs", phone: "*****" }),
  );
  const open = (await shown("/admin-broadcast-tickets", cookie)).data.rows;
  expect(open.map(({ state }) => state)).toEqual(["PENDING", "PENDING"]);
  await rows(sql`update tickets set deleted_at = now()`);
  expect((await shown("/broad-casted-list", cookie)).data.rows).toEqual([]);
});

test("R137 New Tickets of the center requests offer Accept and Reject while the request waits, to who may edit requests", async () => {
  await rows(sql`delete from broadcasts`);
  const center = await aCenter({ centerName: "Answered Repairs" });
  const other = await aCenter();
  await aBroadcastTicket([center, other]);
  const path = "/center-ticket/new-tickets";
  const cookie = await aDesk(["view_pending_ticket", "edit_ticket.full_access"]);
  const { rows: offers } = (await shown(path, cookie)).data;
  expect(offers.map(({ mayAnswer }) => mayAnswer)).toEqual([true, true]);
  expect((await shown(path, await aDesk(["view_pending_ticket"]))).data.rows.map(({ mayAnswer }) => mayAnswer)).toEqual(
    [false, false],
  );
  const plain = await shown("/admin-broadcast-tickets", await aDesk());
  expect(plain.data.rows.map(({ mayAnswer }) => mayAnswer)).toEqual([false, false]);
  const { id } = offers.find(({ cells }) => cells.centerName === "Answered Repairs")!;
  const { also } = (await shown(path, cookie, `days=all&act=reject&of=${id}`)).data;
  expect(also).toMatchObject({ answering: { act: "reject", offer: { id, center: "Answered Repairs" } } });
  const refused = await shown(path, await aDesk(["view_pending_ticket"]), `days=all&act=reject&of=${id}`);
  expect(refused.data.also).toEqual({ answering: null });
  await rows(sql`update broadcasts set status = 'REJECTED' where id = ${id}`);
  expect((await shown(path, cookie)).data.rows).toHaveLength(1);
});

test("R258 the choice Not Assigned or Assigned is kept by this browser", async () => {
  const cookie = await aDesk();
  const client = await aClient();
  const technician = await aTechnician();
  const free = await aTicket({ clientId: client.id });
  const taken = await aTicket({ clientId: client.id, technicianId: technician.id });
  const ids = async (query: string, who = cookie) =>
    (await shown("/all-client-ticket", who, `days=all&${query}`)).data.rows.map(({ id }) => id);
  expect([await ids("assigned=no"), await ids("assigned=yes")]).toEqual([[free.publicId], [taken.publicId]]);
  const { init } = await shown("/all-client-ticket", cookie, "days=all&assigned=no");
  const deskCookie = new Headers(init.headers).getSetCookie().find((each) => each.startsWith("desk="))!;
  const again = `${cookie}; ${deskCookie.split(";")[0]}`;
  expect(await ids("", again)).toEqual([free.publicId]);
  expect((await ids("assigned=any", again)).length).toBe(2);
});

test("a broadcast and a ride are found by their number, and news of them are counted", async () => {
  await rows(sql`delete from broadcasts`);
  const cookie = await aDesk();
  const center = await aCenter();
  const { ticket } = await aBroadcastTicket([center]);
  await aBroadcastTicket([center]);
  const query = `days=all&number=${ticket.ticketId.toLowerCase()}`;
  expect(await cells("/broad-casted-list", cookie, query)).toMatchObject([{ number: ticket.ticketId }]);
  const ride = await aRide({});
  expect(await cells("/erickshaw-ticket", cookie, `days=all&number=${ride.rideId}`)).toMatchObject([
    { number: ride.rideId, fare: fromRupees(20) },
  ]);
  for (const path of ["/broad-casted-list", "/erickshaw-ticket"] as const) {
    const { seen, rows: page } = (await shown(path, cookie)).data;
    if (path === "/erickshaw-ticket") await aRide({});
    else await aBroadcastTicket([center]);
    const wanted = `head=${seen.head}&at=${seen.at}&days=all&${page.map(({ id }) => `seen=${id}`).join("&")}`;
    const answer = await tally(doorArgs(`/lists/${lists[path].name}/tally?${wanted}`, cookie));
    expect(await answer.json(), path).toMatchObject({ news: { added: 1, changed: 0 } });
  }
});

async function aRide(ride: { phone?: string; name?: string }) {
  const driver = await aDriver();
  const made = em().create(RideSchema, {
    rideId: `RIDE-${driver.id.slice(-6).toUpperCase()}`,
    status: "PENDING",
    modeOfPayment: "online",
    farePaise: fromRupees(20),
    centerId: driver.id,
    serviceId: (await aService()).id,
    vehicleId: driver.vehicleId!,
    name: "Rider",
    phone: "9812345009",
    pincode: "560001",
    pickLocation: "Station",
    dropLocation: "Market",
    ...ride,
  });
  await em().flush();
  return made;
}
