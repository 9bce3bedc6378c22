import { expect, test } from "vitest";
import { drawn, sent } from "#app/testing/a-page.tsx";
import { openSession } from "#modules/access/index.ts";
import type { Center } from "#modules/centers/center/center.entity.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aBroadcastTicket, aCenter, anAddress, asCenter } from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { fresh } from "#modules/testing/work.ts";
import { acceptBroadcast, confirmAcceptance, giveBack } from "#modules/tickets/index.ts";
import { joiningBonus } from "#modules/wallet/index.ts";
import * as broadcasts from "./route.tsx";

openDatabase();

const till = openTill();

/* New Tickets as it is drawn: what Accept asks, and where an accepted request is found. */

const list = "/brodcast-requests";

async function signedIn({ id }: Center) {
  const { token } = await openSession({ kind: "center", subjectId: id, via: "cookie", address: anAddress() });
  return `center_session=${token}`;
}

/** The rows of the page's first table, as their HTML. */
const rowsOf = (html: string) => html.slice(0, html.indexOf("</table>")).split("<tr").slice(2);
const rowWith = (html: string, number: string) => rowsOf(html).find((row) => row.includes(number)) ?? "";

async function aRichCenter() {
  const center = await aCenter();
  await transaction(() => joiningBonus({ centerId: center.id, amountPaise: fromRupees(500) }));
  return { center, cookie: await signedIn(center) };
}

test("Accept that the wallet pays asks first, in the row's own place; only the answer buys", async () => {
  const { center, cookie } = await aRichCenter();
  const paid = await aBroadcastTicket([center], { paid: true });
  const free = await aBroadcastTicket([center]);
  const offer = paid.broadcasts[0]!.id;
  const before = await drawn(list, cookie, [broadcasts]);
  const accept = rowWith(before.html, paid.ticket.ticketId);
  expect(accept).toContain(`href="${list}?accept=${offer}"`);
  expect(accept).not.toContain("<form");
  expect(rowWith(before.html, free.ticket.ticketId)).toContain("<form");

  const confirmPage = await drawn(`${list}?accept=${offer}`, cookie, [broadcasts]);
  const question = `Accept ${paid.ticket.ticketId} for ₹99 from your wallet?`;
  expect(rowWith(confirmPage.html, paid.ticket.ticketId)).toContain(question);
  expect(rowWith(confirmPage.html, paid.ticket.ticketId)).toContain(`value="${offer}"`);
  expect(rowWith(confirmPage.html, paid.ticket.ticketId)).toMatch(/<button[^>]* autofocus/);
  expect(confirmPage.text.split("from your wallet?").length).toBe(2);
  expect((await fresh(paid.ticket)).status).toBe("PENDING");
  expect((await drawn(`${list}?accept=${offer}`, cookie, [broadcasts], { locale: "hi" })).text).toContain(
    `अनुरोध ${paid.ticket.ticketId} आपके वॉलेट से ₹99 में स्वीकार करें?`,
  );

  await sent(list, cookie, broadcasts, { intent: "accept", broadcastId: offer });
  expect((await fresh(paid.ticket)).status).toBe("ACCEPTED");
});

test("nothing is asked about a request that costs nothing, is paid by card, or is another center's", async () => {
  const { center, cookie } = await aRichCenter();
  const poor = await aCenter();
  const stranger = await aCenter();
  const free = await aBroadcastTicket([center]);
  const byCard = await aBroadcastTicket([poor], { paid: true });
  const others = await aBroadcastTicket([stranger], { paid: true });
  const confirmText = async ({ broadcasts: [offer] }: typeof free, who: string) =>
    (await drawn(`${list}?accept=${offer!.id}`, who, [broadcasts])).text;
  const confirmTexts = [
    await confirmText(free, cookie),
    await confirmText(byCard, await signedIn(poor)),
    await confirmText(others, cookie),
  ];
  for (const text of confirmTexts) expect(text).not.toContain("from your wallet?");
});

test("an accepted request stays where it was in a long list, with what comes next; the toast names and links it", async () => {
  const { center, cookie } = await aRichCenter();
  const offers = [];
  for (let n = 0; n < 27; n++) offers.push(await aBroadcastTicket([center], { paid: n === 20 }));
  const [older, mine, newer] = [offers[19]!, offers[20]!, offers[21]!].map(({ ticket }) => ticket);
  const done = await sent(list, cookie, broadcasts, { intent: "accept", broadcastId: offers[20]!.broadcasts[0]!.id });
  const ticketPage = `/tickets-center?ticket=${mine!.publicId}`;
  expect([done.toast, done.about]).toEqual(["Request accepted successfully", { to: ticketPage, name: mine!.ticketId }]);
  const { html } = await drawn(done.to!, cookie, [broadcasts]);
  const numbers = rowsOf(html).map((row) => /REQ-[\w-]+/.exec(row)?.[0]);
  const at = numbers.indexOf(mine!.ticketId);
  expect(numbers.slice(at - 1, at + 2)).toEqual([newer!.ticketId, mine!.ticketId, older!.ticketId]);
  const row = rowWith(html, mine!.ticketId);
  for (const part of ["ACCEPTED", "Paid from the wallet", "Assign technician", `${ticketPage}&amp;act=assign`])
    expect(row).toContain(part);
  expect(html.split(`${ticketPage}&amp;act=assign`).length).toBe(2);
});

test("a request accepted on a later page, or paid by card, stays in its place, too; a stranger's ticket shows nothing", async () => {
  const { center, cookie } = await aRichCenter();
  const offers = [];
  for (let n = 0; n < 27; n++) offers.push(await aBroadcastTicket([center]));
  const first = await drawn(list, cookie, [broadcasts]);
  const next = /href="[^"?]*\?(after=[^"]+)"/.exec(first.html)?.[1];
  const oldest = offers[1]!;
  const done = await sent(`${list}?${next}`, cookie, broadcasts, {
    intent: "accept",
    broadcastId: oldest.broadcasts[0]!.id,
  });
  const second = await drawn(done.to!, cookie, [broadcasts]);
  expect(rowsOf(second.html)).toHaveLength(2);
  expect(rowsOf(second.html)[0]).toContain("Assign technician");
  const byCard = await drawn(`${list}?payment=paid&ticket=${oldest.ticket.publicId}`, cookie, [broadcasts]);
  expect(rowWith(byCard.html, oldest.ticket.ticketId)).toContain("Assign technician");
  // What comes next is offered once, in the row; the note above names the request and links it.
  expect(byCard.text.split("Assign technician")).toHaveLength(2);
  const link = `href="/tickets-center?ticket=${oldest.ticket.publicId}">${oldest.ticket.ticketId}</a>`;
  expect(byCard.html.slice(0, byCard.html.indexOf("<table"))).toContain(link);
  const stranger = await signedIn(await aCenter());
  const strangerPage = await drawn(`${list}?ticket=${oldest.ticket.publicId}`, stranger, [broadcasts]);
  expect(strangerPage.text).not.toContain(oldest.ticket.ticketId);
});

test("Back to the payment of a request that was paid for leads to what became of it; one that was given back is over", async () => {
  const center = await aCenter();
  const cookie = await signedIn(center);
  const reserved = async () => {
    const { ticket, broadcasts: offers } = await aBroadcastTicket([center], { paid: true });
    const ref = { broadcastId: offers[0]!.id };
    const accepted = await acceptBroadcast(asCenter(center), ref);
    return { ticket, ref, order: accepted.accepted ? expect.unreachable() : accepted.payment.id };
  };
  const paid = await reserved();
  const address = `${list}?pay=${paid.ref.broadcastId}`;
  expect((await drawn(address, cookie, [broadcasts])).text).toContain(paid.ticket.ticketId);
  await confirmAcceptance(asCenter(center), (await till.pay(paid.order))!);
  const { to } = await drawn(address, cookie, [broadcasts]);
  expect(to).toBe(`${list}?payment=paid&ticket=${paid.ticket.publicId}`);
  expect((await drawn(to!, cookie, [broadcasts])).text).toContain("Payment successfully");

  // Paid while the page is made.
  const raced = await reserved();
  const late = await till.paidDuring(raced.order, () =>
    drawn(`${list}?pay=${raced.ref.broadcastId}`, cookie, [broadcasts]),
  );
  expect(late.to).toBe(`${list}?payment=paid&ticket=${raced.ticket.publicId}`);

  const lost = await reserved();
  await giveBack(asCenter(center), lost.ref);
  const over = await drawn(`${list}?pay=${lost.ref.broadcastId}`, cookie, [broadcasts]);
  expect(over.text).toContain("no longer reserved for you");
  const stranger = await signedIn(await aCenter());
  expect((await drawn(address, stranger, [broadcasts])).text).toContain("no longer reserved for you");
});
