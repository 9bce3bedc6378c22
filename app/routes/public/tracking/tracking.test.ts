import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { readToast } from "#app/http/request/toast.server.ts";
import { papers } from "#app/parts/tickets/tracking-paths.ts";
import { drawn, sent } from "#app/testing/a-page.tsx";
import { registerConsumer, rememberVisitor } from "#modules/access/index.ts";
import { setSupplier } from "#modules/catalog/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { day, fromIst, fromNow, istDate, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { env } from "#modules/kernel/env.server.ts";
import { fromRupees, toPaise } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aService, asAdmin, asCenter, asVisitor, aTicket } from "#modules/testing/factories.ts";
import { aPaidJob, aPaidRequest } from "#modules/testing/paid-jobs.ts";
import { openTill } from "#modules/testing/payments.ts";
import { lettersOf, prints } from "#modules/testing/pdf.ts";
import { aClosedJob, aJob, aPhoto, closeAs, codesOf, notApproved, notVisited, paid } from "#modules/testing/work.ts";
import {
  addOnsitePicture,
  answerStillNeeded,
  askStillNeeded,
  feeReceipt,
  revisitTicket,
  ticketOfLink,
} from "#modules/tickets/index.ts";
import type { Ticket } from "#modules/tickets/ticket.entity.ts";
import { openOrder, orderOfTicket } from "#modules/wallet/index.ts";
import { refundFee } from "#modules/wallet/ledger/by-hand.ts";
import * as tracking from "./route.tsx";

openDatabase();
const till = openTill();
afterEach(resetClock);

/* The tracking page as it is drawn: what it says first, and what it offers. */

const fee = fromRupees(99);
const owing = ({ id }: Ticket) =>
  transaction(() => openOrder({ purpose: "booking_fee", ticketId: id, amountPaise: fee }));

/** The cookie of the browser that proved the ticket's phone. */
const ownerOf = async ({ phone }: Ticket) => `visitor=${(await rememberVisitor({ phone })).token}`;

test("of a browser's own requests those whose fee is unpaid say so beside their status", async () => {
  const unpaid = await aTicket({ bookingFeePaise: fee });
  await owing(unpaid);
  const free = await aTicket({ phone: unpaid.phone });
  const { html } = await drawn("/ServiceStatus", await ownerOf(unpaid), [tracking]);
  const rowOf = ({ ticketId }: Ticket) => html.split("<li").find((row) => row.includes(ticketId))!;
  expect(rowOf(unpaid)).toContain("Fee due");
  expect(rowOf(unpaid)).toContain("PENDING");
  expect(rowOf(free)).not.toContain("Fee due");
});

const pathOf = ({ publicId }: { publicId: string }) => `/ServiceStatus/?${publicId}`;

test("a request and its revisit lead to each other for who proved the phone, and a second one is offered once the first is over", async () => {
  const { ticket } = await aClosedJob();
  const cookie = await ownerOf(ticket);
  const page = (of: { publicId: string }, by = cookie) => drawn(pathOf(of), by, [tracking]);
  const offered = `href="${pathOf(ticket)}&amp;do=revisit"`;
  expect((await page(ticket)).html).toContain(offered);

  const revisitInput = { ticketId: ticket.publicId, timePreference: { type: "IMMEDIATELY" as const } };
  const again = await revisitTicket(asVisitor(ticket.phone), revisitInput);
  const old = await page(ticket);
  const made = await page(again);
  expect(old.html).not.toContain(offered);
  // A form of it that was open in another tab is not there any more, and why is said on the page it leads to.
  const late = await drawn(`${pathOf(ticket)}&do=revisit`, cookie, [tracking]);
  expect(late.to).toBe(pathOf(ticket));
  const toast = readToast(new Request("http://localhost/", { headers: { cookie: late.cookie } }));
  expect(toast).toMatchObject({ key: "revisit.open", kind: "bad" });
  expect(old.html).toContain(`href="${pathOf(again)}"`);
  expect(old.text).toContain(`Revisited by request ${again.ticketId}`);
  expect(made.html).toContain(`href="${pathOf(ticket)}"`);
  expect(made.text).toContain(`Revisit of request ${ticket.ticketId}`);

  // A link is a key to one request: who holds only that is not given the other.
  const stranger = await page(ticket, "");
  expect(stranger.text).toContain(again.ticketId);
  expect(stranger.html).not.toContain(again.publicId);

  await rows(sql`update tickets set status = 'CANCEL' where id = ${again.id}`);
  expect((await page(ticket)).html).toContain(offered);
});

test("the request that a yes made is linked for who proved the phone, and named to others", async () => {
  const { center, ticket } = await aJob();
  await closeAs(center, ticket, { closeRemarks: notVisited });
  await transaction(() => askStillNeeded(ticket.id, "not_visited"));
  const { ticketId: publicId } = await answerStillNeeded(asVisitor(ticket.phone), {
    ticketId: ticket.publicId,
    answer: "yes",
  });
  const made = await ticketOfLink(publicId);
  const own = await drawn(pathOf(ticket), await ownerOf(ticket), [tracking]);
  expect(own.html).toContain(`href="${pathOf(made)}"`);
  const stranger = await drawn(pathOf(ticket), "", [tracking]);
  expect(stranger.text).toContain(made.ticketId);
  expect(stranger.html).not.toContain(made.publicId);
});

test("a yes after seven days leads to the form that books again, with what was written before", async () => {
  const { center, ticket } = await aJob({ requirement: "The geyser leaks at the valve" });
  await closeAs(center, ticket, { closeRemarks: notVisited });
  const cookie = await ownerOf(ticket);
  const rebook = `${pathOf(ticket)}&do=rebook`;
  const linked = `href="${rebook.replace("&", "&amp;")}"`;
  const open = await drawn(pathOf(ticket), cookie, [tracking]);
  expect(open.html).not.toContain(linked);
  moveClock(7 * day);
  const over = await drawn(pathOf(ticket), cookie, [tracking]);
  expect(over.text).toContain("The time to answer is over, but you can book again.");
  const hindi = await drawn(pathOf(ticket), cookie, [tracking], { locale: "hi" });
  expect(hindi.text).toContain("जवाब देने का समय पूरा हो गया है, पर आप फिर से बुक कर सकते हैं।");
  for (const { html } of [over, hindi]) expect(html.split(linked)).toHaveLength(2);

  const answer = (reply: "yes" | "no") =>
    sent(pathOf(ticket), cookie, tracking, { intent: "stillNeeded", ticketId: ticket.publicId, answer: reply });
  const late = await answer("yes");
  expect(late.to).toBe(rebook);
  expect(late.toast).toContain("The time to answer is over, but you can book again here");
  const form = await drawn(rebook, late.cookie, [tracking]);
  expect(form.html).toContain("The geyser leaks at the valve</textarea>");
  expect(await answer("no")).toMatchObject({
    to: pathOf(ticket),
    toast: "The time to answer is over, but you can book again",
  });
});

test("a late answer about a waiting request says that it is still open", async () => {
  const { ticket } = await aPaidRequest(till);
  await transaction(() => askStillNeeded(ticket.id, "waiting"));
  moveClock(7 * day);
  const cookie = await ownerOf(ticket);
  const fields = { intent: "stillNeeded", ticketId: ticket.publicId, answer: "yes" };
  expect(await sent(pathOf(ticket), cookie, tracking, fields)).toMatchObject({
    to: pathOf(ticket),
    toast: "The time to answer is over. Your request is still open",
  });
  const { text, html } = await drawn(pathOf(ticket), cookie, [tracking]);
  expect(text).toContain("Your request is still open.");
  expect(html).not.toContain("do=rebook");
});

test("a revisit that no center serves is recorded, and not said to be booked", async () => {
  const { center, ticket } = await aClosedJob();
  await rows(sql`update centers set is_active = -1 where id = ${center.id}`);
  const fields = { intent: "revisit", ticketId: ticket.publicId, "timePreference.type": "IMMEDIATELY" };
  const { toast } = await sent(pathOf(ticket), await ownerOf(ticket), tracking, fields);
  expect(toast).toBe("Your revisit is recorded, but no center serves this area yet.");
});

test.each(papers)(
  "who proves the phone for the %s gets it at once, and nobody else by the same address",
  async (get) => {
    const { ticket } = await aClosedJob({ bookingFeePaise: fee, isPaidByPublic: true }, 750);
    const headers = async (cookie: string, of: Ticket = ticket) => {
      const request = new Request(`http://localhost${pathOf(of)}&get=${get}`, { headers: { cookie } });
      const answer = await tracking.loader({ request, params: {}, context: { address: "10.0.0.1" } } as never);
      return (answer as unknown as { init: { headers: Headers } }).init.headers.get("refresh");
    };
    expect(await headers(await ownerOf(ticket))).toBe(`0;url=/${get}s/${ticket.publicId}`);
    expect(await headers("")).toBeNull();
    const without = await aTicket();
    expect(await headers(await ownerOf(without), without)).toBeNull();
    const link = await drawn(pathOf(ticket), "", [tracking]);
    expect(link.html).toContain(`/ServiceStatus/?${ticket.publicId}&amp;do=${get}"`);
  },
);

const live = 'data-live="/live/ticket';
const shared = "https://wa.me/";

test("what happens now is the title, and the status a small chip in its colour", async () => {
  const unpaid = await aTicket({ bookingFeePaise: fee });
  await owing(unpaid);
  const { html } = await drawn(pathOf(unpaid), "", [tracking]);
  const chip = html.match(/<span class="chip [^"]*" data-tone="warm">PENDING<\/span>/);
  expect(html).toMatch(/<h1[^>]*>We are waiting for the booking fee/);
  expect(chip).not.toBeNull();
  expect(html).not.toContain("data-strong");
  expect(html).toContain('data-tone="warm">Fee due</span>');
  const { html: ended } = await drawn(pathOf((await aClosedJob()).ticket), "", [tracking]);
  expect(ended).toContain('data-tone="bad">CLOSED</span>');
});

test("tracking names who issued the bill of a closed request: us, or the center that supplies the work", async () => {
  const ours = await aClosedJob();
  expect((await drawn(pathOf(ours.ticket), "", [tracking])).text).toContain(`Bill issued by ${env.operatorLegalName}`);
  const service = await aService();
  await setSupplier(asAdmin(), { serviceId: service.id, supplier: "center" });
  const { center, ticket } = await aClosedJob({ serviceId: service.id });
  expect((await drawn(pathOf(ticket), "", [tracking])).text).toContain(`Bill issued by ${center.centerName}`);
  expect((await drawn(pathOf(await aTicket()), "", [tracking])).text).not.toContain("Bill issued by");
});

test("an ended request has nothing live and nothing to share; a closed one stays live until its stars are given", async () => {
  const page = async (ticket: Ticket) => (await drawn(pathOf(ticket), "", [tracking])).html;
  const open = await page(await aTicket());
  expect(open).toContain(live);
  expect(open).toContain(shared);
  for (const how of [{ status: "CANCEL" }, { status: "REJECT" }, { serviceAvailable: false }] as const) {
    const ended = await page(await aTicket(how));
    expect(ended).not.toContain(live);
    expect(ended).not.toContain("data-live-on");
    expect(ended).not.toContain(shared);
  }
  const { ticket } = await aClosedJob();
  const closed = await page(ticket);
  expect(closed).toContain(live);
  expect(closed).not.toContain(shared);
  await rows(sql`update tickets set star_rating = 5 where id = ${ticket.id}`);
  expect(await page(ticket)).not.toContain(live);
});

test("a request that no center serves is cancelled and corrected by its customer, and an ended one is not", async () => {
  const acts = async (ticket: Ticket) => {
    const { html } = await drawn(pathOf(ticket), await ownerOf(ticket), [tracking]);
    return ["changeTime", "correct", "cancel", "note"].filter((act) =>
      html.includes(`${ticket.publicId}&amp;do=${act}"`),
    );
  };
  const unserved = await aTicket({ serviceAvailable: false });
  expect(await acts(unserved)).toEqual(["correct", "cancel", "note"]);
  expect(await acts(await aTicket({ status: "REJECT" }))).toEqual([]);

  const cancel = `${pathOf(unserved)}&do=cancel`;
  const cookie = await ownerOf(unserved);
  const { html } = await drawn(cancel, cookie, [tracking]);
  const fields = { intent: "cancel", ticketId: unserved.publicId, ruleId: ruleIn(html), feePaise: "0" };
  expect((await sent(cancel, cookie, tracking, fields)).to).toBe(pathOf(unserved));
  expect((await ticketOfLink(unserved.publicId)).status).toBe("CANCEL");
  expect(await acts(unserved)).toEqual([]);
});

const ruleIn = (html: string) => html.match(/name="ruleId" value="([^"]+)"/)![1]!;

test("a fee that was refunded after it was earned is not called paid, and has no receipt once nothing of it is left", async () => {
  const ticket = await closedWithFee();
  const { id: consumerId } = await registerConsumer(system("test"), { name: ticket.name, phone: ticket.phone });
  const orderId = (await orderOfTicket(ticket.id))!.id;
  const cookie = await ownerOf(ticket);
  const refund = async (rupees: number) => {
    const back = { consumerId, ticketId: ticket.id, orderId, actor: system("test"), cause: rowId() };
    expect(await refundFee({ ...back, amountPaise: fromRupees(rupees) })).toBe(true);
    return drawn(pathOf(ticket), cookie, [tracking]);
  };
  const receipt = `href="/receipts/${ticket.publicId}"`;
  const part = await refund(40);
  expect(part.text).toContain("Booking fee ₹99, paid, of which ₹40 was refunded");
  expect(part.text).toContain("Total ₹809, of which ₹59 is already paid");
  expect(part.html).toContain(receipt);
  const letters = lettersOf(await buffer((await feeReceipt(asVisitor(ticket.phone), ticket.publicId)).stream));
  for (const words of ["₹99.00", "−₹40.00", "₹59.00", "Rupees Fifty Nine Only"])
    expect([words, prints(letters, words)]).toEqual([words, true]);

  const whole = await refund(59);
  expect(whole.text).toContain("Booking fee ₹99, refunded");
  expect(whole.text).not.toContain("paid");
  expect(whole.html).not.toContain(receipt);
  await expect(feeReceipt(asVisitor(ticket.phone), ticket.publicId)).rejects.toMatchObject({
    kind: "missing",
    key: "receipt.refundedAll",
  });
});

/** A request its center closed for 750 rupees with the customer's code, which earned its fee of 99. */
async function closedWithFee(): Promise<Ticket> {
  const { center, ticket } = await aPaidJob(till);
  await addOnsitePicture(asCenter(center), { ticketId: ticket.publicId, upload: await aPhoto() });
  const { happy: code } = await codesOf(ticket);
  await closeAs(center, ticket, { amount: 750, closeRemarks: paid, code });
  return ticket;
}

test("R085 a paid fee is said once as the ticket's price, and the total after closing is the invoice's", async () => {
  const paid = { bookingFeePaise: fee, isPaidByPublic: true } as const;
  const open = await drawn(pathOf(await aTicket({ ...paid, broadcastStatus: "broadcasted" })), "", [tracking]);
  expect(open.text).toContain("Ticket price (booking amount) Booking fee ₹99, paid");
  expect(open.text).not.toContain("₹0");
  expect(open.text.match(/₹99/g)).toHaveLength(1);

  const { ticket } = await aClosedJob(paid, 750);
  const [invoice] = await rows(sql`select total_paise::int as total from invoices where ticket_id = ${ticket.id}`);
  expect(invoice).toEqual({ total: fee + fromRupees(750) });
  const closed = await drawn(pathOf(ticket), "", [tracking]);
  expect(closed.text).toContain("Closing price (invoiced amount) ₹750");
  expect(closed.text).toContain("Total ₹849, of which ₹99 is already paid");
  // Closed by an admin below the visit charge: what is charged for the visit, not what it would have cost.
  const { ticket: lower } = await aClosedJob({ ticketPricePaise: toPaise(24_950) }, 150);
  const less = (await drawn(pathOf(lower), "", [tracking])).text;
  expect(less).toContain("Ticket price (booking amount) ₹150");
  expect(less).toContain("Closing price (invoiced amount) ₹150");
  expect(less).not.toContain("249");
  // Without a fee there is nothing to add up.
  const { ticket: free } = await aClosedJob({}, 750);
  expect((await drawn(pathOf(free), "", [tracking])).text).not.toContain("of which");
});

test("a closing that says that nobody came is asked about in one tap, beneath its remark, and booking again is the next thing", async () => {
  const { center, ticket } = await aPaidJob(till);
  await closeAs(center, ticket, { closeRemarks: notVisited });
  const cookie = await ownerOf(ticket);
  const { html, text } = await drawn(pathOf(ticket), cookie, [tracking]);
  expect(text).toContain("Nobody came. Your ₹99 is on its way back.");
  expect(text).toMatch(/What the center says ?Not Visited - Can't Deliver Service/);
  expect(text).toMatch(/Is that so\? ?Yes, nobody came ?No, they came/);
  // Whether it is still needed is asked first.
  expect(html).not.toContain("do=rebook");
  const says = await sent(pathOf(ticket), cookie, tracking, {
    intent: "outcome",
    ticketId: ticket.publicId,
    came: "no",
  });
  expect(says.status).toBe(303);
  const after = await drawn(pathOf(ticket), cookie, [tracking]);
  expect(after.text).toContain("Nobody came.");
  expect(after.text).not.toContain("Is that so?");
  expect(after.text).not.toContain("A person looks at it");
  await answerStillNeeded(asVisitor(ticket.phone), { ticketId: ticket.publicId, answer: "no" });
  const again = await drawn(pathOf(ticket), cookie, [tracking]);
  expect(again.html.match(/do=rebook/g)).toHaveLength(1);
  // Of another closing the remark stands above the question, too.
  const other = await aPaidJob(till);
  await closeAs(other.center, other.ticket, { closeRemarks: notApproved });
  const question = await drawn(pathOf(other.ticket), await ownerOf(other.ticket), [tracking]);
  expect(question.text).toMatch(
    /What the center says ?Visited - Estimate Not Approved \/ Site Not Ready ?Did it happen as/,
  );
});

test("of own requests an unpaid one can be deleted, and an accepted one says who comes and when", async () => {
  const unpaid = await aTicket({ bookingFeePaise: fee });
  await owing(unpaid);
  const from = fromIst(istDate(fromNow(day)), "16:00");
  const { ticket } = await aJob({
    phone: unpaid.phone,
    timePreferenceType: "SPECIFIC_DATE_AND_TIME",
    specificDateTime: from,
  });
  const { html, text } = await drawn("/ServiceStatus", await ownerOf(unpaid), [tracking]);
  expect(html).toContain(`href="/ServiceStatus/?${unpaid.publicId}&amp;do=cancel" `.trim());
  expect(text).toMatch(/\w+ comes tomorrow, 4–6 pm/);
  expect(text).toContain(ticket.ticketId);
});

test("who cancels is shown the way to another time, while there is one", async () => {
  const from = fromIst(istDate(fromNow(2 * day)), "16:00");
  const { ticket } = await aJob({ timePreferenceType: "SPECIFIC_DATE_AND_TIME", specificDateTime: from });
  const path = `${pathOf(ticket)}&do=cancel`;
  const open = await drawn(path, await ownerOf(ticket), [tracking]);
  expect(open.text).toMatch(/Only the time is wrong\? ?Change it, free until /);
  await rows(sql`update tickets set on_the_way_at = now() where id = ${ticket.id}`);
  const left = await drawn(path, await ownerOf(ticket), [tracking]);
  expect(left.text).not.toContain("Only the time is wrong?");
});
