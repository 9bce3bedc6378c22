import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import type { Actor, Permission } from "#modules/kernel/actor.ts";
import { fromNow, minute } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aClient,
  anAcceptedTicket,
  aPhone,
  asAdmin,
  asCenter,
  aTechnician,
  aTicket,
} from "#modules/testing/factories.ts";
import { findAnywhere } from "./find.ts";
import { countTickets, listTickets, pickTickets } from "./queries.ts";
import { few } from "./search.ts";

openDatabase();

const superior = asAdmin();
const viewing: readonly Permission[] = ["view_ticket.full_access"];
const editing: readonly Permission[] = [...viewing, "edit_ticket.full_access"];
const desk = (permissions: readonly Permission[], clientId?: string) =>
  asAdmin(undefined, { permissions, ...(clientId && { clientId }) });

/** The numbers a search finds; list, count, selection and quick search must agree. */
async function matchingNumbers(actor: Actor, search: string) {
  const numbers = (await listTickets(actor, { search, take: 100 })).rows.map(({ number }) => number);
  expect((await countTickets(actor, { search })).n).toBe(numbers.length);
  expect((await pickTickets(actor, { search }, 100)).map(({ name }) => name)).toEqual(numbers);
  return numbers;
}
const quickMatches = async (actor: Actor, search: string) =>
  (await findAnywhere(actor, search)).requests.map(({ number }) => number);

beforeEach(() => rows(sql`update tickets set deleted_at = now() where deleted_at is null`));

describe("who finds what", () => {
  test("a request by its number, from its beginning, without REQ-, or by its last four letters, in any case", async () => {
    const { ticketId } = await aTicket({ ticketId: "REQ-261121-4F7K" });
    await aTicket({ ticketId: "REQ-261120-ACDE" });
    for (const search of ["REQ-261121-4F7K", "req-261121", "261121-4", "4f7k", " 4F7K "]) {
      expect(await matchingNumbers(superior, search), search).toEqual([ticketId]);
      expect(await quickMatches(superior, search), search).toEqual([ticketId]);
    }
    expect(await matchingNumbers(superior, "F7K")).toEqual([]);
  });

  test("a customer by any words of the name, in any case, order and script; signs are no letters", async () => {
    const one = await aTicket({ name: "Meenakshi Iyer" });
    const hindi = await aTicket({ name: "श्री मीनाक्षी वर्मा" });
    const odd = await aTicket({ name: "100% Cool_Air" });
    const initials = await aTicket({ name: "K.Vermaprasad/Asha" });
    for (const search of ["meenak", "Iyer", "iyer meen", "MEENAKSHI  IYER"])
      expect(await matchingNumbers(desk(viewing), search), search).toEqual([one.ticketId]);
    for (const search of ["मीना", "वर्मा मी"])
      expect(await matchingNumbers(desk(viewing), search), search).toEqual([hindi.ticketId]);
    for (const search of ["100%", "air", "cool_air"])
      expect(await matchingNumbers(superior, search), search).toEqual([odd.ticketId]);
    for (const search of ["Vermaprasad", "vermapr", "k verma", "asha"]) {
      expect(await matchingNumbers(superior, search), search).toEqual([initials.ticketId]);
      expect(await quickMatches(superior, search), search).toEqual([initials.ticketId]);
    }
    for (const search of ["eenakshi", "%", "_", "\\", "'", "iyer rao", "वर्मा रमेश", "!&|:*"])
      expect(await matchingNumbers(superior, search), search).toEqual([]);
  });

  test("six digits are a pincode, however they are spaced, unless the number of a request begins so", async () => {
    const here = await aTicket({ pincode: "261121", ticketId: "REQ-261119-AAAA" });
    await aTicket({ pincode: "261122", ticketId: "REQ-261119-BBBB" });
    for (const search of ["261121", "261 121", "२६११२१"]) {
      expect(await matchingNumbers(desk(viewing), search), search).toEqual([here.ticketId]);
      expect(await quickMatches(desk(viewing), search), search).toEqual([here.ticketId]);
    }
    const numbered = await aTicket({ ticketId: "REQ-261121-CCCC" });
    expect(await matchingNumbers(desk(viewing), "261121")).toEqual([numbered.ticketId]);
    expect(await matchingNumbers(desk(viewing), "261 121")).toEqual([here.ticketId]);
  });

  test("a phone by a SUPER_ADMIN from three digits on, by an editor only whole, by nobody else", async () => {
    const phone = aPhone();
    const { ticketId } = await aTicket({ phone });
    const ways = [phone, `+91 ${phone.slice(0, 5)} ${phone.slice(5)}`, `0${phone}`];
    for (const search of [...ways, phone.slice(0, 6)])
      expect(await matchingNumbers(superior, search), search).toEqual([ticketId]);
    for (const search of ways) expect(await matchingNumbers(desk(editing), search), search).toEqual([ticketId]);
    for (const search of [phone.slice(0, 9), phone.slice(0, 6), phone.slice(1)])
      expect(await matchingNumbers(desk(editing), search), search).toEqual([]);
    for (const search of ways) {
      expect(await matchingNumbers(desk(viewing), search), search).toEqual([]);
      expect(await quickMatches(desk(viewing), search), search).toEqual([]);
    }
  });

  test("a center by name and QR code, a technician by name and number", async () => {
    const center = await aCenter({ centerName: "Zenith Cooling", qrId: "INAZEN77" });
    const technician = await aTechnician({ center, name: "Farhan Ali", technicianId: "TEC-ZZ77AA" });
    const { ticketId } = await anAcceptedTicket(center, { technicianId: technician.id });
    await anAcceptedTicket(await aCenter());
    for (const search of ["zenith", "Zenith Cooling", "cooling", "inazen", "farhan", "ali", "tec-zz77aa"])
      expect(await matchingNumbers(desk(viewing), search), search).toEqual([ticketId]);
    expect(await findAnywhere(desk(viewing), "zen")).toMatchObject({
      centers: [{ name: "Zenith Cooling", code: "INAZEN77" }],
    });
    expect((await findAnywhere(superior, "INAZEN77")).centers).toHaveLength(1);
    for (const search of ["farhan", "ali"])
      expect((await findAnywhere(superior, search)).technicians).toEqual([{ name: "Farhan Ali", code: "TEC-ZZ77AA" }]);
    expect((await findAnywhere(superior, "cooling zen")).centers).toEqual([
      { name: "Zenith Cooling", code: "INAZEN77" },
    ]);
  });

  test("the quick search finds nothing by signs alone", async () => {
    for (const search of ["--", "@", "…"])
      expect(await findAnywhere(superior, search)).toEqual({ requests: [], centers: [], technicians: [] });
  });

  test("the quick search shows the newest of the requests it finds, however many there are", async () => {
    const made = [];
    for (let age = 0; age < 60; age += 1)
      made.push(
        await aTicket({ name: `Verma ${String.fromCodePoint(97 + (age % 26))}`, createdAt: fromNow(-age * minute) }),
      );
    expect(await quickMatches(superior, "verma")).toEqual(made.slice(0, 6).map(({ ticketId }) => ticketId));
  });

  test("an admin of a client finds its client's requests, by whatever, and no center or technician", async () => {
    const client = await aClient();
    const center = await aCenter({ centerName: "Quartz Repairs" });
    const phone = aPhone();
    const own = await anAcceptedTicket(center, { clientId: client.id, name: "Quentin Rao", phone });
    const foreign = await anAcceptedTicket(center, { name: "Quentin Sen", phone });
    const admin = desk(editing, client.id);
    for (const search of ["quartz", "quentin", phone]) {
      expect(await matchingNumbers(admin, search), search).toEqual([own.ticketId]);
      expect((await matchingNumbers(superior, search)).toSorted(), search).toEqual(
        [own.ticketId, foreign.ticketId].toSorted(),
      );
    }
    expect(await matchingNumbers(admin, foreign.ticketId)).toEqual([]);
    expect(await findAnywhere(admin, "qu")).toMatchObject({
      requests: [{ number: own.ticketId }],
      centers: [],
      technicians: [],
    });
  });

  test("a center still finds only what it has", async () => {
    const center = await aCenter();
    const own = await anAcceptedTicket(center, { name: "Ramesh Gupta" });
    await anAcceptedTicket(await aCenter(), { name: "Ramesh Gupta" });
    expect(await matchingNumbers(asCenter(center), "esh G")).toEqual([own.ticketId]);
  });
});

describe("nobody guesses what is masked", () => {
  const names = [
    "Asha 9876543210",
    "9876543210 Asha",
    "asha@example.com",
    "nine eight seven six five four three two one zero",
  ];

  test.each(names)("a name that holds a contact is not found by it: %s", async (name) => {
    const { ticketId } = await aTicket({ name });
    expect(await matchingNumbers(superior, name.slice(0, 12))).toEqual([ticketId]);
    const hidden = name.replace(/^Asha /, "");
    for (const reader of [desk(viewing), desk(editing)])
      for (let n = 3; n <= hidden.length; n += 1) {
        const search = name.slice(0, name.length - hidden.length + n);
        expect(await matchingNumbers(reader, search), search).toEqual([]);
        expect(await quickMatches(reader, search), search).toEqual([]);
      }
  });

  test("the part of such a name that is shown is found", async () => {
    const { ticketId } = await aTicket({ name: "Asha 9876543210" });
    expect(await matchingNumbers(desk(viewing), "asha")).toEqual([ticketId]);
  });
});

test("requests of people, centers and technicians of one name are one list, each once, page by page and back", async () => {
  const zenith = await aCenter({ centerName: "Zenith Cooling" });
  const other = await aCenter();
  const technician = await aTechnician({ center: other, name: "Zenith Rao" });
  await anAcceptedTicket(other);
  const made = [
    await anAcceptedTicket(zenith, { name: "Zenith Kumar" }),
    await anAcceptedTicket(other, { technicianId: technician.id }),
    await aTicket({ name: "zenith" }),
    await anAcceptedTicket(zenith),
    await anAcceptedTicket(other, { technicianId: technician.id, name: "Zenith" }),
  ];
  const newest = made.map(({ ticketId }) => ticketId).reverse();
  expect(await matchingNumbers(superior, "zenith")).toEqual(newest);
  const numbers = (page: { rows: { number: string }[] }) => page.rows.map(({ number }) => number);
  const first = await listTickets(superior, { search: "zenith", take: 2 });
  const second = await listTickets(superior, { search: "zenith", take: 2, after: first.next! });
  const third = await listTickets(superior, { search: "zenith", take: 2, after: second.next! });
  expect([first, second, third].map(numbers)).toEqual([newest.slice(0, 2), newest.slice(2, 4), newest.slice(4)]);
  expect(third.next).toBeNull();
  const back = await listTickets(superior, { search: "zenith", take: 2, before: third.previous! });
  expect(numbers(back)).toEqual(newest.slice(2, 4));
  expect(numbers(await listTickets(superior, { search: "zenith", oldestFirst: true }))).toEqual(newest.toReversed());
  expect(numbers(await listTickets(superior, { search: "zenith", centerId: zenith.id }))).toEqual([
    newest[1],
    newest[4],
  ]);
});

test("of very many, the list's own order finds the next page, with the same rows", async () => {
  const { id, ticketId } = await aTicket({ name: "Bulk Buyer" });
  await rows(
    sql`insert into tickets select r.* from tickets t, generate_series(1, ${sql.lit(few + 50)}) n, lateral jsonb_populate_record(t,
       jsonb_build_object('id', gen_random_uuid(), 'public_id', 'many-' || n, 'ticket_id', 'REQ-261101-M' || n,
                          'created_at', t.created_at - n * interval '1 minute')) r where t.id = ${id}`,
  );
  const { rows: first } = await listTickets(superior, { search: "bulk", take: 3 });
  expect(first.map(({ number }) => number)).toEqual([ticketId, "REQ-261101-M1", "REQ-261101-M2"]);
  expect((await countTickets(superior, { search: "bulk" })).n).toBe(few + 51);
  expect(await countTickets(superior, { search: "bulk", status: "CANCEL" })).toMatchObject({ n: 0 });
});
