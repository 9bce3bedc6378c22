import { randomUUIDv7 } from "node:crypto";
import { registerConsumer } from "#modules/access/index.ts";
import { defaultPrices } from "#modules/catalog/index.ts";
import { randomFrom } from "#modules/demo/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { pool, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { provePhones } from "../stand/proved.ts";
import type { Stand } from "../stand/stand.ts";
import type { Tally } from "./race-calls.ts";
import { Contest, together } from "./race-contest.ts";
import { shuffled } from "./race-plan.ts";
import { brokenOf, ledgerRules, type Rules } from "./race-rules.ts";
import { insert, operatorAccount, type World } from "./race-world.ts";

/** How many customers have a balance; how many of them spend it at the same time; how many requests each books at once. */
const customers = 16;
const atOnce = 4;
const bookings = 5;

/** What is paid out and waived of each balance at a time, in rupees: together less than one admin lets leave in a day. */
const leaving = 30;

const allowed = new RegExp(
  [
    "^book 200 ",
    "^cancel 200 ",
    "^pay (200 ok|400 .*already paid)",
    "^balance (200 |409 walletAct[.](abovePayout|aboveBalance))",
  ].join("|"),
);

/**
 * The balance of each customer pays for several bookings at once while an admin pays it out and waives it; then the
 * bookings are cancelled at once while more of it leaves. Returns answers nobody expects.
 */
export async function raceBalances(stand: Stand, world: World, tally: Tally, seed: number): Promise<string[]> {
  const random = randomFrom(`balances ${seed}`);
  const contest = new Contest(stand, tally, allowed);
  const { rows: services } = await pool().query<{ id: string; pincode: string }>(
    "select service_id as id, pincode from tickets order by ticket_id limit 1",
  );
  const service = services[0]!;
  let address = 0;
  let references = 0;

  // From less than one fee up to three and a half.
  const aBalance = () => Math.round(defaultPrices.requestBookingAmountPaise * (0.5 + random.below(7) / 2));
  const balances = new Map(Array.from({ length: customers }, (_, n) => [String(6_500_000_000 + n), aBalance()]));
  await fill(balances);
  await together(
    [...balances.keys()],
    async (phone) => {
      const proofs = await provePhones(
        Array.from({ length: bookings }, () => phone),
        (text, params) => pool().query(text, params),
      );
      // A booking that is made again while its fee is unpaid is the same request.
      const open = new Set<string>();
      const book = (proof: string, n: number) => async () => {
        const body = bookingOf(phone, service, `Work ${n}`, proof);
        const call = { body, address: `10.6.${address >> 8}.${address++ & 255}` };
        const answer = await contest.ask("book", "center/public-ticket-booking", call);
        const booked = answer.body.data as { _id: string; payment?: { order_id: string } } | undefined;
        if (!booked?._id) return;
        open.add(booked._id);
        // Some of what the balance does not cover is paid by card.
        if (booked.payment && n % 2 === 0) await contest.pay(booked.payment.order_id);
      };
      const leave = (paymentCategory: "Payout" | "Waiver") => async () => {
        const reference =
          paymentCategory === "Payout" ? { reference: `RACE${String(++references).padStart(9, "0")}` } : {};
        const body = {
          userType: "Consumer",
          phone: { country_code: "+91", mobile_number: phone },
          paymentCategory,
          balance: leaving,
          remarks: "As asked by phone",
          ...reference,
        };
        await contest.ask("balance", "admin/add_wallet_balance_by_admin", { token: world.adminToken, body });
      };
      const spending = [...proofs.map(({ proof }, n) => book(proof, n)), leave("Payout"), leave("Waiver")];
      await Promise.all(shuffled(random, spending).map((act) => act()));
      const cancels = [...open].map((id) => async () => {
        const call = { method: "PUT", token: world.adminToken, body: { reason: "race" } };
        await contest.ask("cancel", `admin/cancelTickets/${id}`, call);
      });
      await Promise.all(shuffled(random, [...cancels, leave("Payout")]).map((act) => act()));
    },
    atOnce,
  );
  return contest.unexpected();
}

const bookingOf = (phone: string, service: { id: string; pincode: string }, requirement: string, proof: string) => ({
  service_provided_for: service.id,
  specific_requirement: requirement,
  personal_details: { name: "Meera Nair", primary_phone: { country_code: "+91", mobile_number: phone } },
  address_details: {
    house_number: "12",
    locality: "MG Road",
    city: "Bengaluru",
    state: "Karnataka",
    pincode: service.pincode,
  },
  time_preference: { time_preference_type: "IMMEDIATELY" },
  offers_applied: { offer_code: "GHARSEVA2025" },
  proof,
});

/** Registers phones and adds to their balances what was paid by hand, in paise. */
async function fill(balances: ReadonlyMap<string, number>) {
  for (const phone of balances.keys())
    await unitOfWork(() => registerConsumer(system("race"), { name: "Meera Nair", phone }));
  const { rows: owners } = await pool().query<{ id: string; phone: string }>(
    "select id, phone from consumers where phone = any($1)",
    [[...balances.keys()]],
  );
  const filled = owners.map(({ id: consumerId, phone }) => ({
    consumerId,
    phone,
    account: randomUUIDv7(),
    transfer: randomUUIDv7(),
    amount: balances.get(phone)!,
  }));
  const at = new Date().toISOString();
  const client = await pool().connect();
  try {
    await client.query("begin");
    const received = await operatorAccount(client, "received_by_hand");
    await insert(
      client,
      "accounts",
      filled.map(({ account, consumerId }) => ({
        id: account,
        kind: "consumer_wallet",
        consumer_id: consumerId,
        balance_paise: 0,
        created_at: at,
      })),
    );
    await insert(
      client,
      "transfers",
      filled.map(({ transfer, phone }) => ({
        id: transfer,
        kind: "wallet_added",
        cause: `race ${phone}`,
        actor: "system:race",
        created_at: at,
      })),
    );
    await insert(
      client,
      "entries",
      filled.flatMap(({ transfer, account, amount }) => [
        { id: randomUUIDv7(), transfer_id: transfer, account_id: received, amount_paise: -amount, created_at: at },
        { id: randomUUIDv7(), transfer_id: transfer, account_id: account, amount_paise: amount, created_at: at },
      ]),
    );
    await client.query("commit");
  } finally {
    client.release();
  }
}

/** What moved in a customer's wallet by transfers of a kind, in paise. */
const sumOf = (...kinds: string[]) =>
  `coalesce(sum(e.amount_paise) filter (where t.kind in (${kinds.map((kind) => `'${kind}'`).join(", ")})), 0)`;

/** Customers' wallets with their entries. */
const wallets = `accounts a join entries e on e.account_id = a.id join transfers t on t.id = e.transfer_id
   where a.kind = 'consumer_wallet' group by a.id`;

const rules: Rules = {
  "what left a balance was decided by an admin: the payouts and waivers that are done": `
    select a.id from ${wallets} having -(${sumOf("payout", "waiver")}) <> (
      select coalesce(sum(j.amount_paise), 0) from adjustments j
       where j.consumer_id = a.consumer_id and j.kind in ('Payout', 'Waiver') and j.state = 'DONE')`,
  "what waits to leave a balance is there": `
    select a.id from accounts a where a.kind = 'consumer_wallet' and a.balance_paise < (
      select coalesce(sum(j.amount_paise), 0) from adjustments j
       where j.consumer_id = a.consumer_id and j.kind in ('Payout', 'Waiver') and j.state = 'WAITING')`,
  "after all bookings are cancelled a balance has all that did not leave it": `
    select a.id from ${wallets} having ${sumOf("fee_from_balance", "fee_to_balance")} <> 0
        or a.balance_paise <> ${sumOf("wallet_added", "payout", "waiver")}`,
  "balance and card are to pay a fee together, and the balance pays no more than its part at a time": `
    select o.id from orders o join tickets t on t.id = o.ticket_id and t.phone like '65000000%'
      left join transfers f on f.order_id = o.id and f.kind = 'fee_from_balance'
      left join entries e on e.transfer_id = f.id and e.amount_paise > 0
     where o.purpose = 'booking_fee' group by o.id
    having o.amount_paise + coalesce(o.wallet_paise, 0) <> ${defaultPrices.requestBookingAmountPaise}
        or coalesce(max(e.amount_paise), 0) > coalesce(o.wallet_paise, 0)`,
  "what a card paid of a cancelled fee goes back to the card": `
    select o.id from orders o join tickets t on t.id = o.ticket_id and t.phone like '65000000%'
      left join transfers f on f.order_id = o.id and f.kind = 'booking_fee'
      left join transfers r on r.order_id = o.id and r.kind = 'booking_fee_refund'
     group by o.id having count(distinct f.id) <> count(distinct r.id)`,
};

/** The rules balances broke, as sentences. */
export const brokenBalances = () => brokenOf({ ...rules, ...ledgerRules });
