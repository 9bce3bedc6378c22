import { sql } from "kysely";
import { expect, test } from "vitest";
import { registerConsumer } from "#modules/access/index.ts";
import "#modules/index.ts";
import { type Permission, system } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { toPaise } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aDriver,
  anAcceptedTicket,
  anAdmin,
  aPhone,
  aService,
  asAdmin,
  aTicket,
} from "#modules/testing/factories.ts";
import { actOnWallet, moved, openOrder, transfer } from "#modules/wallet/index.ts";
import { NewWalletAction } from "#modules/wallet/shared.ts";
import { eraseConsumer, personPage, revealConsumer } from "../index.ts";
import { changeWord } from "../shared.ts";

openDatabase();

const chief = asAdmin();
const desk = (...permissions: Permission[]) => asAdmin(undefined, { permissions });

/** A customer with a closed request, its feedback and invoice, a message, a paid fee and a wallet. */
async function aCustomer() {
  const phone = aPhone();
  const { id } = await registerConsumer(system("test"), { name: `Meera ${phone}`, phone, pincode: "560001" });
  const ticket = await anAcceptedTicket(await aCenter(), {
    phone,
    name: "Meera Nair",
    status: "CLOSED",
    closedAt: now(),
    email: "meera@example.in",
  });
  await rows(
    sql`insert into feedbacks (id, ticket_id, answers, over_all_rating, created_at) values (gen_random_uuid(), ${ticket.id}, ${JSON.stringify([{ question: "feedback.q1", answer: 8 }])}, 8.5, ${now()})`,
  );
  await rows(
    sql`insert into invoices (id, ticket_id, number, financial_year, sequence, total_paise, facts, issued_at)
     values (gen_random_uuid(), ${ticket.id}, ${`T/${ticket.ticketId}`}, '26-27', ${Number(phone.slice(-8))}, 50000, '{"totalPaise": 50000}', ${now()})`,
  );
  const pay = async (purpose: "booking_fee" | "lead_fee") => {
    const order = await transaction(() => openOrder({ purpose, ticketId: ticket.id, amountPaise: toPaise(9_900) }));
    const to = purpose === "booking_fee" ? "booking_fees_held" : "lead_fee_income";
    await transfer({
      kind: purpose,
      cause: order.id,
      entries: moved(toPaise(9_900), "gateway", to),
      ticketId: ticket.id,
      orderId: order.id,
      actor: system("test"),
    });
  };
  await pay("booking_fee");
  // What the center paid for the request is not the customer's.
  await pay("lead_fee");
  await transfer({
    kind: "wallet_added",
    cause: id,
    entries: moved(toPaise(5_000), "received_by_hand", { consumerId: id }),
    actor: system("test"),
  });
  return { id, phone, ticket };
}

test("R427 a customer's page says who it is, requests, feedback, invoices and money by the ledger", async () => {
  const { id, phone, ticket } = await aCustomer();
  const page = await personPage(chief, id);
  expect(page.person).toMatchObject({ phone, email: "meera@example.in" });
  expect(page.requests).toMatchObject({
    total: 1,
    rows: [
      {
        id: ticket.publicId,
        number: ticket.ticketId,
        status: "CLOSED",
        feedback: { overAll: 8.5 },
        invoice: { totalPaise: 50_000, opens: true },
      },
    ],
  });
  expect(page.money).toMatchObject({ paidPaise: 9_900, heldPaise: 9_900, refundedPaise: 0, walletPaise: 5_000 });
  expect(page.money!.lines.map(({ kind }) => kind).toSorted()).toEqual(["booking_fee", "wallet_added"]);
  expect(page.changes.map(({ event }) => event)).toEqual(["consumer.registered"]);
  expect([page.mayReveal, page.mayErase]).toEqual([false, true]);
});

test("Q16 others read stars, and only what they may: without a flag for requests none of them", async () => {
  const { id, phone } = await aCustomer();
  const page = await personPage(desk("view_Wallet"), id);
  expect(JSON.stringify(page)).not.toContain(phone);
  expect(page.person).toMatchObject({ phone: "*****", email: "*****" });
  expect([page.requests, page.mayReveal, page.mayErase]).toEqual([null, false, false]);
  const clerk = await personPage(desk("view_Wallet", "view_closed_ticket"), id);
  expect(clerk.requests!.rows[0]!.invoice!.opens).toBe(false);
  await aTicket({ phone, deletedAt: now() });
  expect((await personPage(chief, id)).requests!.total).toBe(1);
});

test("R427 who holds no view_Wallet, a client's admin, and whoever asks for nobody are refused", async () => {
  const { id } = await aCustomer();
  const nobodys = "00000000-0000-7000-8000-00000000dead";
  const client = asAdmin(undefined, {
    permissions: ["view_Wallet", "edit_ticket.full_access"],
    clientId: "00000000-0000-7000-8000-0000000000c1",
  });
  for (const who of [desk("view_admin_bar"), client]) {
    await expect(personPage(who, id)).rejects.toMatchObject({ kind: "denied" });
    // Not even whether somebody is there.
    await expect(personPage(who, nobodys)).rejects.toMatchObject({ kind: "denied" });
    await expect(revealConsumer(who, { id, reason: "visit" })).rejects.toMatchObject({ kind: "denied" });
  }
  await expect(personPage(chief, nobodys)).rejects.toMatchObject({ kind: "missing" });
});

test("Q16 a number is shown for a reason, which stands in the history without the number, at most 60 an hour", async () => {
  const { id, phone } = await aCustomer();
  const admin = await anAdmin({ permissions: ["view_Wallet", "edit_ticket.full_access"] });
  const who = asAdmin(admin, { permissions: ["view_Wallet", "edit_ticket.full_access"] });
  expect((await personPage(who, id)).mayReveal).toBe(true);
  expect(await revealConsumer(who, { id, reason: "complaint" })).toMatchObject({ phone });
  const events = (await historyOf("consumer", id)).filter(({ event }) => event === "consumer.revealed");
  expect(events).toMatchObject([{ actor_id: admin.id, data: { reason: "complaint" } }]);
  expect(JSON.stringify(events)).not.toContain(phone);
  expect((await personPage(who, id)).changes[0]).toMatchObject({
    who: { name: "Operations Desk" },
    reason: "complaint",
  });
  await expect(revealConsumer(desk("view_Wallet"), { id, reason: "visit" })).rejects.toMatchObject({ kind: "denied" });
  for (let n = 1; n < 60; n++) await revealConsumer(who, { id, reason: "visit" });
  await expect(revealConsumer(who, { id, reason: "visit" })).rejects.toMatchObject({ kind: "limited" });
});

test("R13 the page of an erased customer holds the receipt and no person", async () => {
  const phone = aPhone();
  const { id } = await registerConsumer(system("test"), { name: "Meera Gone", phone });
  const admin = asAdmin(await anAdmin());
  await expect(
    eraseConsumer(admin, { consumerId: id, lastDigits: "0000" === phone.slice(-4) ? "1111" : "0000" }),
  ).rejects.toMatchObject({ fields: { lastDigits: "consumer.lastDigitsWrong" } });
  const both = await Promise.all(
    [admin, asAdmin(await anAdmin())].map((who) =>
      eraseConsumer(who, { consumerId: id, reason: "authority", lastDigits: phone.slice(-4) }),
    ),
  );
  expect(both[0]).toBe(both[1]);
  expect(await rows(sql`select 1 from erasures where consumer_id = ${id}`)).toHaveLength(1);
  const page = await personPage(admin, id);
  expect(page).toMatchObject({ person: null, requests: null, money: null, messages: [], mayReveal: false });
  expect(page.erasure).toMatchObject({
    id: both[0],
    state: "marked",
    reason: "authority",
    requestedBy: "Operations Desk",
  });
  expect(JSON.stringify(page)).not.toContain("Gone");
  await expect(revealConsumer(admin, { id, reason: "visit" })).rejects.toMatchObject({ kind: "missing" });
});

test("R427 of much money the newest lines are shown and the others counted; the sums are of all", async () => {
  const { id } = await aCustomer();
  for (let n = 1; n <= 12; n++)
    await transfer({
      kind: "wallet_added",
      cause: `${id} ${n}`,
      entries: moved(toPaise(100 + n), "received_by_hand", { consumerId: id }),
      actor: system("test"),
    });
  const { money } = await personPage(chief, id);
  expect(money).toMatchObject({ total: 14, more: 4, next: 100, paidPaise: 9_900, walletPaise: 5_000 + 1_278 });
  expect(money!.lines).toHaveLength(10);
  expect((await personPage(chief, id, 100)).money).toMatchObject({ more: 0, next: null, total: 14 });
});

test("R427 their e-rickshaw rides are listed, for who may see rides", async () => {
  const { id, phone } = await aCustomer();
  const driver = await aDriver();
  const at = now();
  await rows(
    sql`insert into rides (id, public_id, ride_id, status, center_id, service_id, vehicle_id, name, phone, pincode,
       pick_location, drop_location, fare_paise, mode_of_payment, paid_at, created_at, updated_at)
     values (gen_random_uuid(), ${`R-${phone}`}, ${`R-${phone}`}, 'CLOSED', ${driver.id}, ${(await aService()).id}, ${driver.vehicleId}, 'Meera', ${phone}, '560001', 'Market', 'Station', 2000, 'cash', ${at}, ${at}, ${at})`,
  );
  expect((await personPage(chief, id)).rides).toMatchObject({
    total: 1,
    rows: [{ number: `R-${phone}`, from: "Market", to: "Station", driver: driver.centerName, farePaise: 2_000 }],
  });
  expect((await personPage(desk("view_Wallet"), id)).rides).toBeNull();
});

test("what was done with a customer's wallet stands on the page in words, as everything else does", async () => {
  const phone = aPhone();
  const { id } = await registerConsumer(system("test"), { name: "Meera Nair", phone });
  const permissions = ["adjust_wallet", "view_Wallet"] as const;
  const finance = asAdmin(await anAdmin({ permissions }), { permissions });
  const input = {
    userType: "Consumer",
    phone,
    kind: "Wallet Added",
    amount: 200,
    remarks: "Paid in cash at the office",
  };
  await actOnWallet(finance, NewWalletAction.parse(input));
  await revealConsumer(chief, { id, reason: "complaint" });
  const { changes } = await personPage(chief, id);
  expect(changes.map(({ event }) => event)).toContain("walletAdded.done");
  for (const { event } of changes) expect(changeWord(event), event).toBeDefined();
  for (const kind of ["refund", "penalty", "walletAdded", "bonus"])
    for (const happened of ["asked", "done", "refused", "withdrawn"])
      expect(changeWord(`${kind}.${happened}`)).toBeDefined();
});
