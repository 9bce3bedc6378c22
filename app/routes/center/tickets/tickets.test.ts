import { afterEach, expect, test } from "vitest";
import { drawn, sent } from "#app/testing/a-page.tsx";
import { openSession, registerConsumer } from "#modules/access/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { minute, moveClock, now, resetClock } from "#modules/kernel/clock.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { env } from "#modules/kernel/env.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import type { Locale } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aBroadcastTicket,
  aCenter,
  anAcceptedTicket,
  anAddress,
  aPriceList,
  asCenter,
} from "#modules/testing/factories.ts";
import { aPaidJob } from "#modules/testing/paid-jobs.ts";
import { openTill } from "#modules/testing/payments.ts";
import { aJob, aPhoto, closeAs, codesOf, notVisited, paid } from "#modules/testing/work.ts";
import { acceptBroadcast, addOnsitePicture } from "#modules/tickets/index.ts";
import { joiningBonus } from "#modules/wallet/index.ts";
import { refundFee } from "#modules/wallet/ledger/by-hand.ts";
import * as tickets from "./route.tsx";

openDatabase();
const till = openTill();
afterEach(resetClock);

/* Tickets as a center reads them: its filters, and what the timeline of a request says. */

async function aShop() {
  const center = await aCenter();
  const { token } = await openSession({ kind: "center", subjectId: center.id, via: "cookie", address: anAddress() });
  const page = (query: string, locale: Locale = "en") =>
    drawn(`/tickets-center?${query}`, `center_session=${token}`, [tickets], { locale });
  const send = (fields: Record<string, string>) => sent("/tickets-center", `center_session=${token}`, tickets, fields);
  return { center, page, send };
}

test("a From after To is said in words, a range or one end alone is not", async () => {
  const { center, page } = await aShop();
  await anAcceptedTicket(center);
  const message = "The day in 'From' is after the day in 'To'";
  expect((await page("from=2026-11-20&to=2026-11-10")).text).toContain(message);
  expect((await page("from=2026-11-20&to=2026-11-10", "hi")).text).toContain("के दिन के बाद है");
  for (const query of ["from=2026-11-10&to=2026-11-10", "from=2026-11-20", "to=2026-11-10"])
    expect((await page(query)).text).not.toContain(message);
});

test("the list a dashboard's number opens keeps and shows both of its filters", async () => {
  const { center, page } = await aShop();
  const ticket = await anAcceptedTicket(center, { status: "VERIFIED" });
  const { html, text } = await page("status=open&assigned=no");
  expect(text).toContain(ticket.ticketId);
  expect(html).toMatch(/<option[^>]*value="no"[^>]*selected/);
  expect((await page("status=open&assigned=yes")).text).not.toContain(ticket.ticketId);
});

test("in Hindi an address names its state in Hindi, in the list and on the request's page", async () => {
  const { center, page } = await aShop();
  const { publicId } = await anAcceptedTicket(center, { city: "Mysuru", state: "Karnataka" });
  const read = async (locale: Locale) => [
    (await page("", locale)).html,
    (await page(`ticket=${publicId}`, locale)).html,
  ];
  for (const html of await read("hi")) expect(html).toContain("Mysuru, कर्नाटक");
  for (const html of await read("en")) expect(html).toContain("Mysuru, Karnataka");
});

test("a request that was closed without a visit says of start, completion and invoice that they did not happen", async () => {
  const { center, page } = await aShop();
  const ended = { status: "CLOSED", closedAt: now(), closeRemarks: notVisited } as const;
  const { publicId } = await anAcceptedTicket(center, ended);
  const { text } = await page(`ticket=${publicId}`);
  expect(text.split("Did not happen").length - 1).toBe(6);
  expect(text).toMatch(/Job Started\s+– Did not happen/);
});

test("of a fee that was refunded after the closing a center's page says so, and it names who issued the bill", async () => {
  const { center, page } = await aShop();
  const { ticket } = await aPaidJob(till, {}, center);
  await addOnsitePicture(asCenter(center), { ticketId: ticket.publicId, upload: await aPhoto() });
  await closeAs(center, ticket, { amount: 500, closeRemarks: paid, code: (await codesOf(ticket)).happy });
  const read = async () => (await page(`ticket=${ticket.publicId}`)).text;
  expect(await read()).toContain("Booking fee ₹99 · paid");
  expect(await read()).toContain(`Bill issued by ${env.operatorLegalName}`);
  const { id: consumerId } = await registerConsumer(system("test"), { name: ticket.name, phone: ticket.phone });
  const back = { consumerId, ticketId: ticket.id, orderId: null, actor: system("test") };
  await refundFee({ ...back, amountPaise: fromRupees(40), cause: rowId() });
  expect(await read()).toContain("Booking fee ₹99 · paid, ₹40 of it refunded");
  await refundFee({ ...back, amountPaise: fromRupees(59), cause: rowId() });
  expect(await read()).toContain("Booking fee ₹99 · refunded");
});

test("handing back costs what its dialog showed, and the next page says what was returned or kept", async () => {
  await aPriceList();
  const { center, page, send } = await aShop();
  await joiningBonus({ centerId: center.id, amountPaise: fromRupees(1_000) });
  const early = await aBroadcastTicket([center], { paid: true });
  const late = await aBroadcastTicket([center], { paid: true });
  for (const { broadcasts } of [early, late])
    await acceptBroadcast(asCenter(center), { broadcastId: broadcasts[0]!.id });
  const handBack = async ({ publicId: ticketId }: { publicId: string }) => {
    const { html } = await page(`ticket=${ticketId}&act=handBack`);
    const free = /name="free" value="(\w+)"/.exec(html)![1]!;
    return { free, give: () => send({ intent: "handBack", ticketId, reason: "too_far", free }) };
  };
  const first = await handBack(early.ticket);
  const second = await handBack(late.ticket);
  expect([first.free, second.free]).toEqual(["true", "true"]);
  expect((await first.give()).toast).toBe("The request was handed back. ₹99 for the lead are in your wallet again.");
  moveClock(16 * minute);
  const refused = await second.give();
  expect([refused.status, refused.toast]).toEqual([409, undefined]);
  const again = await handBack(late.ticket);
  expect(again.free).toBe("false");
  expect((await again.give()).toast).toBe("The request was handed back. The ₹99 you paid for the lead was kept.");
});

test("a center sends the link to a visit again to its technician, after a question that names them", async () => {
  const { center, page, send } = await aShop();
  const { ticket, technician } = await aJob({}, center);
  for (const [locale, words] of [
    ["en", `Send ${technician.name} the link to this visit again?`],
    ["hi", `${technician.name} को इस विज़िट का लिंक फिर भेजें?`],
  ] as const)
    expect((await page(`ticket=${ticket.publicId}&act=sendLink`, locale)).text).toContain(words);
  const { to } = await send({ intent: "sendLink", ticketId: ticket.publicId });
  expect(to).toBe("/tickets-center");
  expect((await historyOf("ticket", ticket.id)).map(({ event }) => event)).toContain("ticket.visitLinkSent");
  const open = await anAcceptedTicket(center);
  expect((await page(`ticket=${open.publicId}`)).text).not.toContain("Send the technician's link again");
});
