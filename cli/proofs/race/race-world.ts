import type { PoolClient } from "pg";
import { openSession } from "#modules/access/index.ts";
import { defaultPrices } from "#modules/catalog/index.ts";
import { centerState } from "#modules/centers/shared.ts";
import { randomFrom } from "#modules/demo/index.ts";
import { entities } from "#modules/index.ts";
import { now } from "#modules/kernel/clock.ts";
import { connect, pool, unitOfWork } from "#modules/kernel/db/db.server.ts";
import type { Stand } from "../stand/stand.ts";
import type { Plan, Purse } from "./race-plan.ts";

/*
 * The people and requests of a race, written to the stand's database as the product would have left them: centers with
 * money in their wallets, requests offered to all of them, the public's fees paid and held.
 */

export type RacingCenter = { id: string; token: string; technicianId: string };
export type RacingTicket = { id: string; publicId: string; paid: boolean; offers: string[] };
export type World = { centers: RacingCenter[]; tickets: RacingTicket[]; adminToken: string };

const pincode = "560001";
const atOnce = 20_000;

/** Inserts rows into a table, with columns by name. */
export async function insert(client: PoolClient, table: string, made: readonly Record<string, unknown>[]) {
  const columns = Object.keys(made[0] ?? {}).join(", ");
  for (let from = 0; from < made.length; from += atOnce)
    await client.query(
      `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(made.slice(from, from + atOnce))],
    );
}

/** What a center pays to accept a request whose fee the public paid, in paise. */
export const priceOf = ({ subscribed }: { subscribed: boolean }) =>
  subscribed ? defaultPrices.subscribedUserTicketAmountPaise : defaultPrices.unsubscribedUserTicketAmountPaise;

const prices: Record<Purse, number> = { empty: 0, one: 1, few: 3, full: 10_000 };

/** Creates the data of a plan; this process stays connected to the stand's database. */
export async function buildWorld(stand: Stand, plan: Plan): Promise<World> {
  await connect({ url: stand.at.app, entities });
  const client = await pool().connect();
  try {
    await client.query("begin");
    const world = await populate(client, plan);
    await client.query("commit");
    await client.query("analyze");
    return await withTokens(world);
  } finally {
    client.release();
  }
}

async function populate(client: PoolClient, plan: Plan) {
  const random = randomFrom("race world");
  const at = new Date().toISOString();
  const id = () => random.id(Date.now());
  const stamps = { created_at: at, updated_at: at };

  const service = id();
  await insert(client, "services", [
    { id: service, service_name: "RACE", is_active: true, pick_drop: false, ...stamps },
  ]);
  const centers = plan.centers.map((_, number) => ({ id: id(), technicianId: id(), phone: 7_000_000_000 + number }));
  await insert(
    client,
    "centers",
    centers.map(({ id, phone }, number) => ({
      id,
      phone: String(phone),
      center_name: `Center ${number}`,
      name: "Asha Rao",
      pincode,
      country_code: "+91",
      country: "INDIA",
      no_of_technicians: 1,
      is_active: centerState.ACTIVE,
      login_disabled: false,
      broadcast_disabled: false,
      ticket_accept_limit: plan.centers[number]!.limit,
      subscribe_end_date: plan.centers[number]!.subscribed ? "2099-12-31" : null,
      verified_at: at,
      version: 1,
      ...stamps,
    })),
  );
  await insert(
    client,
    "center_services",
    centers.map(({ id }) => ({ center_id: id, service_id: service, priority: 0 })),
  );
  await insert(
    client,
    "center_pincodes",
    centers.map(({ id }) => ({ center_id: id, pincode })),
  );
  await insert(
    client,
    "technicians",
    centers.map(({ id, technicianId, phone }) => ({
      id: technicianId,
      technician_id: `TECH-${phone}`,
      center_id: id,
      name: "Ravi Kumar",
      country_code: "+91",
      phone: String(phone + 1_000_000),
      profile_created_by: "CENTER",
      engagement_type: "SALARIED",
      permanent_address_line: "4 Temple Street",
      permanent_city: "Bengaluru",
      permanent_state: "Karnataka",
      main_pincode: pincode,
      primary_service_id: service,
      version: 1,
      ...stamps,
    })),
  );
  await fillWallets(client, plan, centers, id, at);

  const tickets = plan.tickets.map(({ paid }) => ({ id: id(), publicId: random.token(), paid }));
  await insert(
    client,
    "tickets",
    tickets.map(({ id, publicId, paid }, number) => ({
      id,
      public_id: publicId,
      ticket_id: `REQ-RACE-${number}`,
      status: "PENDING",
      created_by: "PUBLIC",
      service_id: service,
      name: "Meera Nair",
      phone: String(6_000_000_000 + number),
      house_number: "12",
      pincode,
      country: "INDIA",
      time_preference_type: "IMMEDIATELY",
      service_available: true,
      is_paid_by_public: paid,
      booking_fee_paise: paid ? defaultPrices.requestBookingAmountPaise : 0,
      is_paid_by_technician: false,
      ticket_price_paise: 0,
      code_tries: 0,
      revisit_status: 0,
      broadcast_status: "broadcasted",
      broadcast_at: at,
      version: 1,
      ...stamps,
    })),
  );
  const offers = tickets.map((ticket) => centers.map((center) => ({ id: id(), ticket, center })));
  await insert(
    client,
    "broadcasts",
    offers.flat().map(({ id, ticket, center }) => ({
      id,
      ticket_id: ticket.id,
      center_id: center.id,
      status: "PENDING",
      ...stamps,
    })),
  );
  await holdFees(client, tickets, random, id, at);

  const adminId = id();
  await insert(client, "admins", [
    {
      id: adminId,
      user_name: "race",
      password_hash: "no password",
      name: "Operations",
      country_code: "+91",
      admin_role: "SUPER_ADMIN",
      is_active: true,
      ...stamps,
    },
  ]);
  return {
    adminId,
    centers,
    tickets: tickets.map((ticket, number) => ({ ...ticket, offers: offers[number]!.map(({ id }) => id) })),
  };
}

type Populated = Awaited<ReturnType<typeof populate>>;

/** Signs in all actors as API clients. */
async function withTokens({ adminId, centers, tickets }: Populated): Promise<World> {
  const tokens = await Promise.all(centers.map(({ id }) => tokenOf("center", id)));
  return {
    centers: centers.map(({ id, technicianId }, number) => ({ id, technicianId, token: tokens[number]! })),
    tickets,
    adminToken: await tokenOf("admin", adminId),
  };
}

const tokenOf = async (kind: "admin" | "center", subjectId: string) =>
  (await unitOfWork(() => openSession({ kind, subjectId, via: "token", address: "127.0.0.1", provedAt: now() }))).token;

/** The id of one of the operator's accounts. */
export async function operatorAccount(client: PoolClient, kind: string) {
  const { rows } = await client.query<{ id: string }>("select id from accounts where kind = $1", [kind]);
  return rows[0]!.id;
}

/** Credits joining bonuses by the plan; the database's triggers move the balances. */
async function fillWallets(client: PoolClient, plan: Plan, centers: { id: string }[], id: () => string, at: string) {
  const filled = centers.flatMap((center, number) => {
    const plannedCenter = plan.centers[number]!;
    const amount = prices[plannedCenter.purse] * priceOf(plannedCenter);
    return amount > 0 ? [{ centerId: center.id, amount, account: id(), transfer: id() }] : [];
  });
  const bonuses = await operatorAccount(client, "bonus_expense");
  await insert(
    client,
    "accounts",
    filled.map(({ account, centerId }) => ({
      id: account,
      kind: "center_wallet",
      center_id: centerId,
      balance_paise: 0,
      created_at: at,
    })),
  );
  await insert(
    client,
    "transfers",
    filled.map(({ transfer, centerId }) => ({
      id: transfer,
      kind: "joining_bonus",
      cause: centerId,
      actor: "system:race",
      created_at: at,
    })),
  );
  await insert(
    client,
    "entries",
    filled.flatMap(({ transfer, account, amount }) => [
      { id: id(), transfer_id: transfer, account_id: bonuses, amount_paise: -amount, created_at: at },
      { id: id(), transfer_id: transfer, account_id: account, amount_paise: amount, created_at: at },
    ]),
  );
}

/** The public's fee of each paid request: paid at the provider, captured, held. */
async function holdFees(
  client: PoolClient,
  tickets: Omit<RacingTicket, "offers">[],
  random: ReturnType<typeof randomFrom>,
  id: () => string,
  at: string,
) {
  const amount = defaultPrices.requestBookingAmountPaise;
  const letters = () => random.hex(2).slice(0, 14);
  const fees = tickets
    .filter(({ paid }) => paid)
    .map((ticket) => ({
      ticket,
      order: id(),
      transfer: id(),
      providerOrder: `order_${letters()}`,
      providerPayment: `pay_${letters()}`,
    }));
  const gateway = await operatorAccount(client, "gateway");
  const held = await operatorAccount(client, "booking_fees_held");
  await insert(
    client,
    "sandbox_orders",
    fees.map(({ order, providerOrder }) => ({
      id: providerOrder,
      amount,
      amount_paid: amount,
      currency: "INR",
      receipt: `fee_${order.replaceAll("-", "")}`,
      unique_receipt: true,
      notes: {},
      status: "paid",
      attempts: 1,
      created_at: at,
    })),
  );
  await insert(
    client,
    "sandbox_payments",
    fees.map(({ providerOrder, providerPayment }) => ({
      id: providerPayment,
      order_id: providerOrder,
      amount,
      currency: "INR",
      status: "captured",
      amount_refunded: 0,
      created_at: at,
    })),
  );
  await insert(
    client,
    "orders",
    fees.map(({ order, ticket, providerOrder }) => ({
      id: order,
      purpose: "booking_fee",
      ticket_id: ticket.id,
      amount_paise: amount,
      currency: "INR",
      receipt: `fee_${order.replaceAll("-", "")}`,
      provider_order_id: providerOrder,
      status: "paid",
      price_snapshot: {},
      created_at: at,
      updated_at: at,
      paid_at: at,
    })),
  );
  await insert(
    client,
    "payments",
    fees.map(({ order, providerPayment }) => ({
      id: id(),
      order_id: order,
      provider_payment_id: providerPayment,
      status: "captured",
      amount_paise: amount,
      source: "callback",
      captured_at: at,
      created_at: at,
      updated_at: at,
    })),
  );
  await insert(
    client,
    "transfers",
    fees.map(({ transfer, order, ticket }) => ({
      id: transfer,
      kind: "booking_fee",
      cause: order,
      ticket_id: ticket.id,
      order_id: order,
      actor: "system:payments",
      created_at: at,
    })),
  );
  await insert(
    client,
    "entries",
    fees.flatMap(({ transfer }) => [
      { id: id(), transfer_id: transfer, account_id: gateway, amount_paise: -amount, created_at: at },
      { id: id(), transfer_id: transfer, account_id: held, amount_paise: amount, created_at: at },
    ]),
  );
}
