import { mkdirSync, rmSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { row } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { folder, openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  anAcceptedTicket,
  anAdmin,
  aPincode,
  aServedTicket,
  aService,
  aTechnician,
  aTicket,
} from "#modules/testing/factories.ts";
import { cli } from "../../testing/command.ts";

openDatabase();

mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tickets = (...args: string[]) => cli("tickets", ...args);
const stateOf = async (id: string) =>
  (await row<{ state: string }>(
    sql`select status || ' ' || coalesce(broadcast_status, '-') as state from tickets where id = ${id}`,
  ))!.state;

test("a request is found, shown, offered to the centers of its place and cancelled, by the rights of who is named", async () => {
  const ticket = await aServedTicket();
  const { ticketId: number } = ticket;
  const desk = await anAdmin({ permissions: ["edit_ticket.full_access", "view_ticket.full_access"] });
  const clerk = await anAdmin({ permissions: ["view_ticket.full_access"] });
  const listed = await tickets("--search", number, "--as", clerk.userName, "--json");
  expect(JSON.parse(listed.out)).toMatchObject([{ id: ticket.publicId, number, phone: "*****" }]);
  expect(listed.out).not.toContain(ticket.phone);
  expect((await tickets("list", "--as", (await anAdmin({ permissions: [] })).userName)).code).toBe(4);
  expect((await tickets("list", "--from", "soon")).code).toBe(2);

  const offer = (...more: string[]) => tickets("broadcast", number.toLowerCase(), ...more);
  expect((await offer("--dry-run")).out).toBe(`would be: ${number}: 1 centers asked\n`);
  expect((await offer()).code).toBe(2);
  expect((await offer("--as", clerk.userName, "--yes")).code).toBe(4);
  expect(await stateOf(ticket.id)).toBe("PENDING -");
  expect((await offer("--as", desk.userName, "--yes")).code).toBe(0);
  expect(await stateOf(ticket.id)).toBe("PENDING broadcasted");
  expect((await offer("--dry-run")).out).toMatch(/^would be: \S+: Not offered: every center that can take this/);
  const shown = await tickets("show", ticket.publicId);
  expect(shown.out).toContain(number);
  expect(shown.out).not.toContain(ticket.phone);
  expect((await tickets("show", number, "--as", (await anAdmin()).userName)).out).toContain(ticket.phone);
  expect(shown.out).toMatch(/PENDING +Center /);
  expect(shown.out).toContain("Offered to 1 center ");
  expect((await tickets("show", "REQ-000000-ZZZZ")).code).toBe(3);

  const cancel = (...more: string[]) => tickets("cancel", number, "--reason", "Booked twice", ...more);
  expect((await tickets("cancel", number, "--yes")).code).toBe(2);
  expect((await cancel()).code).toBe(2);
  const done = await cancel("--as", desk.userName, "--yes", "--json");
  expect(JSON.parse(done.out)).toEqual({ done: { id: ticket.publicId, number, status: "CANCEL" } });
  expect((await cancel("--yes")).code).toBe(5);
  expect((await historyOf("admin", desk.id)).map(({ data }) => data.command)).toEqual([
    "tickets broadcast",
    "tickets cancel",
  ]);
}, 180_000);

test("R243 a request with a technician is closed with its price and invoice, and only then", async () => {
  const center = await aCenter();
  const without = await anAcceptedTicket(center);
  const technician = await aTechnician({ center });
  const ticket = await anAcceptedTicket(center, { technicianId: technician.id, assignedAt: new Date() });
  const close = (number: string, ...more: string[]) =>
    tickets("close", number, "--amount", "499", "--payment", "Cash", ...more);
  expect((await close(without.ticketId, "--yes")).code).toBe(5);
  expect((await tickets("close", ticket.ticketId, "--amount", "-1", "--yes")).code).toBe(2);
  expect((await close(ticket.ticketId, "--dry-run")).out).toBe(`would be: ${ticket.ticketId} closed for ₹499\n`);
  expect(await stateOf(ticket.id)).toMatch(/^ACCEPTED/);
  expect((await close(ticket.ticketId, "--yes")).code).toBe(0);
  expect(await stateOf(ticket.id)).toMatch(/^CLOSED/);
  const closed = (await historyOf("ticket", ticket.id)).find(({ event }) => event === "ticket.closed");
  expect(closed?.actor_kind).toMatch(/^system:cli:./);
  expect(await row(sql`select from invoices where ticket_id = ${ticket.id}`)).toBeDefined();
  expect((await close(ticket.ticketId, "--yes")).code).toBe(5);
}, 180_000);

test("what waits is offered to one center at once, or in runs to all, on the word of who may edit requests", async () => {
  const service = await aService();
  const pincode = aPincode();
  const ticket = await aTicket({ serviceId: service.id, pincode, serviceAvailable: false });
  const center = await aCenter({ services: [service], pincodes: [pincode] });
  const clerk = await anAdmin({ permissions: ["view_ticket.full_access"] });
  const offer = (...more: string[]) => tickets("offer-waiting", ...more);
  expect((await offer("--center", center.id, "--dry-run")).out).toBe("would be: 1 requests offered\n");
  expect(await stateOf(ticket.id)).toBe("PENDING -");
  expect((await offer("--center", center.id, "--as", clerk.userName, "--yes")).code).toBe(4);
  expect((await offer("--dry-run")).out).toBe("would be: runs for 1 centers\n");
  expect((await offer("--center", center.id, "--yes")).out).toBe("1 requests offered\n");
  expect(await stateOf(ticket.id)).toBe("PENDING broadcasted");
}, 180_000);
