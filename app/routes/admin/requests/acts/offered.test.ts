import { sql } from "kysely";
import { expect, test } from "vitest";
import { aDesk } from "#app/testing/a-desk.ts";
import { drawn } from "#app/testing/a-page.tsx";
import { day, moveClock, resetClock, second } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAcceptedTicket, asAdmin, aTicket } from "#modules/testing/factories.ts";
import { aClosedJob, aJob } from "#modules/testing/work.ts";
import { listTickets } from "#modules/tickets/index.ts";
import type { Ticket } from "#modules/tickets/ticket.entity.ts";
import * as all from "../all/route.tsx";
import * as view from "../view/route.tsx";
import { actsOf } from "./acts-of.server.ts";

openDatabase();

test("R092, R236 a closed request is booked again at any time, and revisited until 29 days after its closing", async () => {
  const { ticket } = await aClosedJob();
  const [row] = (await listTickets(asAdmin(), { ids: [ticket.publicId] })).rows;
  const offers = () => actsOf(asAdmin(), row!).offered.map(({ act }) => act);
  expect(offers()).toEqual(expect.arrayContaining(["rebook", "revisit"]));
  moveClock(29 * day + second);
  expect(offers()).toContain("rebook");
  expect(offers()).not.toContain("revisit");
  resetClock();
});

test("a request on hold leads to its punch review, also without pictures, for who may review", async () => {
  const { ticket } = await aJob();
  const at = `/view-ticket?ticketId=${ticket.publicId}`;
  const review = `href="/ticketDocument\\?ticketId=${ticket.publicId}"`;
  const cookie = await aDesk();
  expect((await drawn(at, cookie, [view])).html).not.toMatch(new RegExp(review));
  await rows(sql`update tickets set status = 'ON_HOLD' where id = ${ticket.id}`);
  const { html, text } = await drawn(at, cookie, [view]);
  expect(text).toContain("Next: review it again.");
  expect(html).toMatch(new RegExp(`<a class="d-btn d-btn-main"[^>]*${review}`));
  const list = await drawn("/Tickets?days=all&status=ON_HOLD", cookie, [all]);
  expect(list.html).toMatch(new RegExp(`<a class="d-btn d-next"[^>]*${review}`));
  const reader = await aDesk(["view_ticket.full_access"]);
  expect((await drawn(at, reader, [view])).html).not.toMatch(new RegExp(review));
});

test("R241, R242, R243 Broadcast and Close Request stand on every open request, and say why they have no effect now", async () => {
  const offered = async ({ publicId }: Ticket) => {
    const [row] = (await listTickets(asAdmin(), { ids: [publicId] })).rows;
    return Object.fromEntries(actsOf(asAdmin(), row!).offered.map(({ act, off }) => [act, off ?? "now"]));
  };
  const accepted = await anAcceptedTicket(await aCenter());
  expect(await offered(accepted)).toMatchObject({ assign: "now", broadcast: "acts.broadcastOff" });
  const unpaid = await aTicket({ bookingFeePaise: fromRupees(99), broadcastStatus: null });
  expect(await offered(unpaid)).toMatchObject({ assign: "now", broadcast: "request.next.unpaid" });
  const { ticket: job } = await aJob();
  expect(await offered(job)).toMatchObject({ reassign: "now", close: "now" });
  await rows(sql`update tickets set service_available = false where id = ${job.id}`);
  expect(await offered(job)).toMatchObject({ reassign: "now", close: "acts.closeOff" });
  await rows(sql`update tickets set service_available = true, status = 'ON_HOLD' where id = ${job.id}`);
  expect(await offered(job)).toMatchObject({ reassign: "now", close: "acts.heldOff" });
  expect(await offered(job)).not.toHaveProperty("broadcast");

  // R245: once it reads Broadcasted it is not offered again.
  const { publicId } = await aTicket({ broadcastStatus: "broadcasted" });
  const [sent] = (await listTickets(asAdmin(), { ids: [publicId] })).rows;
  expect(actsOf(asAdmin(), sent!).broadcasted).toBe(true);
  expect(await offered({ publicId } as Ticket)).not.toHaveProperty("broadcast");

  const cookie = await aDesk();
  const at = `/view-ticket?ticketId=${accepted.publicId}`;
  expect((await drawn(at, cookie, [view])).html).toMatch(
    /<button type="button" class="d-btn" disabled="" title="Only a PENDING [^"]+">Broadcast</,
  );
  expect((await drawn(`${at}&act=broadcast`, cookie, [view])).text).toContain("This cannot be done with the request");
});
