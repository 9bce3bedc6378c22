import { buffer, text as textOf } from "node:stream/consumers";
import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "#modules/kernel/actor.ts";
import { day, freezeClock, moveClock, now, resetClock } from "#modules/kernel/clock.ts";
import { em, rows } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aDriver,
  asAdmin,
  asCenter,
  asTechnician,
  asVisitor,
  aTechnician,
  aTicket,
} from "#modules/testing/factories.ts";
import { lettersOf } from "#modules/testing/pdf.ts";
import { aClosedJob, aJob } from "#modules/testing/work.ts";
import { invoiceFile } from "./invoices/invoice-file.ts";
import { ticketsCreatedNotAssigned } from "./lists/center-home.ts";
import { listTicketLines, listTickets, ticketDetail } from "./lists/queries.ts";
import { listBroadcasts } from "./matching/broadcasts.ts";
import { bookRide } from "./rides/book-ride.ts";
import { daySheetFile } from "./rides/day-sheet-file.ts";
import { trackTicket } from "./tracking/track.ts";
import { addRemarks } from "./work/remark.ts";

openDatabase();

/*
 * Puts an oddly spelled phone or e-mail address into every free-text column of a request. Columns are found by type, so
 * that new ones are covered too.
 */

/**
 * Text columns that hold the product's own values, or that nobody is shown; a payment's reference is letters and digits,
 * among which its customer's numbers are refused.
 */
const ours = new Set(
  `public_id ticket_id status broadcast_status created_by qr_id phone alternate_phone state pincode country
   time_preference_type device_id payment_type happy_code unhappy_code remark_message payment_reference`.split(/\s+/),
);

const spellings = [
  "98765 43210",
  "9,8,7,6,5,4,3,2,1,0",
  "९८७६५ ४३२१०",
  "９８７６５４３２１０",
  "৯৮৭৬৫৪৩২১০",
  "௯௮௭௬௫௪௩௨௧௦",
  "٩٨٧٦٥٤٣٢١٠",
  "9\u200b87654\u200d3210",
  "nine eight seven six five four three two one zero",
  "नौ आठ सात छह पाँच चार तीन दो एक शून्य",
  "+91-98765-43210",
  "double nine 87654321",
  "meera.nair@example.org",
  "meera at gmail dot com",
  "9876543210@okbank",
];

let words: string[] = [];
beforeAll(async () => {
  const columns = await rows<{ name: string }>(
    sql`select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = 'tickets' and data_type = 'text' order by ordinal_position`,
  );
  words = columns.map(({ name }) => name).filter((name) => !ours.has(name));
});

/** Fills every free-text column of a request, each time with another spelling. */
async function write(id: string, turn: number) {
  const set = words.map((name, at) => {
    const spelling = spellings[(at + turn) % spellings.length]!;
    // A serial number belongs to one request.
    return sql`${sql.ref(name)} = ${name === "punch_serial_number" ? `${spelling} ${id}` : spelling}`;
  });
  await rows(sql`update tickets set ${sql.join(set)} where id = ${id}`);
  em().clear();
}

const telling = (answer: unknown) => spellings.filter((spelling) => JSON.stringify(answer).includes(spelling));
const office = asAdmin(undefined, { permissions: ["view_ticket.full_access", "edit_ticket.full_access"] });

afterEach(() => resetClock());

test("every column a person writes into is among those that are looked at", () => {
  expect(words).toEqual(
    expect.arrayContaining([
      "requirement",
      "name",
      "email",
      "house_number",
      "locality",
      "city",
      "pick_location",
      "cancel_reason",
    ]),
  );
});

describe.each(spellings.map((spelling, turn) => ({ spelling: spelling, turn })))(
  "fixed point 16, H14: nobody who may not see the phone reads $said",
  ({ turn }) => {
    test("as an admin, in lists, details and remarks, nor finds it by looking for it", async () => {
      const { center, ticket } = await aJob();
      await addRemarks(asCenter(center), { ticketId: ticket.publicId, text: `call ${spellings[turn]}` });
      await write(ticket.id, turn);
      const search = ticket.ticketId;
      const answers = [
        await ticketDetail(office, ticket.publicId),
        await listTickets(office, { search }),
        await listTicketLines(office, { search }),
      ];
      expect(telling(answers)).toEqual([]);
      const { name } = (await rows<{ name: string }>(sql`select name from tickets where id = ${ticket.id}`))[0]!;
      for (const part of [name, name.slice(0, 6), name.slice(-6)]) {
        const { rows: listed } = await listTickets(office, { search: part });
        expect(listed.map(({ number }) => number)).not.toContain(ticket.ticketId);
      }
      for (const part of [name, name.slice(0, 6)]) {
        const { rows: whole } = await listTickets(asAdmin(), { search: part });
        expect(whole.map(({ number }) => number)).toContain(ticket.ticketId);
      }
      // A reader who may see the phone sees every text unchanged.
      const most = Math.min(words.length, spellings.length);
      expect(telling(await ticketDetail(asAdmin(), ticket.publicId)).length).toBeGreaterThan(most - 3);
    });

    test("as a center before it has the request, or with the link alone", async () => {
      const center = await aCenter();
      const ticket = await aTicket();
      await rows(
        sql`insert into broadcasts (id, ticket_id, center_id, status, created_at, updated_at) values (gen_random_uuid(), ${ticket.id}, ${center.id}, 'PENDING', now(), now())`,
      );
      await write(ticket.id, turn);
      expect(telling(await listBroadcasts(asCenter(center)))).toEqual([]);
      for (const actor of [asVisitor(), asCenter(center), office] as Actor[])
        expect(telling(await trackTicket(actor, ticket.publicId))).toEqual([]);
    });

    test("as a center or a technician 30 days after the end", async () => {
      freezeClock("2026-11-21T10:00:00Z");
      const writer = await aCenter();
      const { center, technician, ticket } = await aJob({ createdBy: "CENTER", createdByCenterId: writer.id });
      await rows(sql`update tickets set status = 'CLOSED', closed_at = ${now()} where id = ${ticket.id}`);
      await write(ticket.id, turn);
      moveClock(30 * day + 1);
      for (const actor of [asCenter(center), asTechnician(technician), asCenter(writer)] as Actor[])
        expect(telling(await ticketDetail(actor, ticket.publicId))).toEqual([]);
      expect(telling(await listTickets(asCenter(center)))).toEqual([]);
      expect(telling(await ticketsCreatedNotAssigned(asCenter(writer)))).toEqual([]);
    });
  },
);

test("a technician's name tells no number, also while the number itself is shown", async () => {
  const center = await aCenter();
  const technician = await aTechnician({ center, name: "Ravi 98765 43210" });
  const ticket = await aTicket({ centerId: center.id, technicianId: technician.id, status: "ACCEPTED" });
  expect((await trackTicket(asVisitor(), ticket.publicId)).details?.technician).toMatchObject({
    name: "Ravi xxxxxxxxxx",
  });
  await rows(sql`update tickets set status = 'CLOSED', closed_at = now() where id = ${ticket.id}`);
  em().clear();
  expect((await trackTicket(asVisitor(), ticket.publicId)).details?.technician).toMatchObject({
    name: "Ravi xxxxxxxxxx",
  });
  expect((await ticketDetail(office, ticket.publicId)).technician).toMatchObject({ name: "Ravi xxxxxxxxxx" });
});

test("the driver's sheet of a day tells where a ride went, and no number that was written there", async () => {
  const driver = await aDriver();
  await bookRide(asVisitor(), {
    name: "Meera",
    phone: "7000012345",
    pincode: "560001",
    pickLocation: "Gate 2, 98765-43210",
    dropLocation: "Metro, meera@example.org",
    amount: 10,
    modeOfPayment: "cash",
    centerId: driver.id,
  });
  const { stream } = await daySheetFile(asCenter(driver), { locale: "en" });
  const sheet = await textOf(stream);
  expect(sheet).toContain("Gate 2, xxxxxxxxxx");
  expect(sheet).toContain("Metro, xxxxxxxxxx");
});

test("an invoice that holds a number is drawn without it for whoever may not see phones; the kept one stays", async () => {
  const { center, ticket } = await aClosedJob({
    name: "Meera 98765 43210",
    locality: "behind the temple, 98765-43210",
  });
  const read = async (actor: Actor) => lettersOf(await buffer((await invoiceFile(actor, ticket.publicId)).stream));
  for (const actor of [asCenter(center), asAdmin()]) expect(await read(actor)).toMatch(/9876543210/);
  const shown = await read(office);
  expect(shown).not.toMatch(/98765|43210/);
  expect(shown).toContain("xxxxxxxxxx");
  expect(await read(asCenter(center))).toMatch(/9876543210/);
});
