import { expect } from "vitest";
import { system } from "#modules/kernel/actor.ts";
import { row, rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { toPaise } from "#modules/kernel/money.ts";
import { asAdmin } from "#modules/testing/factories.ts";
import type { fc } from "#modules/testing/property.ts";
import { openFee } from "#modules/wallet/fees/open-fee.ts";
import { returnBookingFee } from "#modules/wallet/fees/return-booking-fee.ts";
import { earnBookingFee } from "#modules/wallet/ledger/booking-fee.ts";
import { addToWallet, refundFee, refundLead, returnPenalty } from "#modules/wallet/ledger/by-hand.ts";
import { payLeadFromWallet, returnLeadFee } from "#modules/wallet/ledger/lead-fee.ts";
import { joiningBonus } from "#modules/wallet/ledger/top-up.ts";
import { entriesBetween, transfer } from "#modules/wallet/ledger/transfer.ts";
import { refundToSource } from "#modules/wallet/refunds/refund-to-source.ts";
import { settle } from "#modules/wallet/refunds/send-refund.ts";
import { closeOrder, completeOrder } from "#modules/wallet/settling/complete-order.ts";
import type { Cuts } from "./cuts.ts";
import { keyOf, type Model, type ModelAccount, type ModelOrder, type ModelTransfer, Refused } from "./model.ts";
import { type Op, ofBalance, picked, recent, type SharedUnit, type Unit, walletsPerLane } from "./plan.ts";
import { race, type Shared } from "./race.ts";

/*
 * One of several lanes that work on the ledger concurrently: it executes its plan with the product's functions, one
 * transaction per unit, and compares each answer with the model's.
 */

/** Orders of late leads, for the listener of `orderPaid`, which decides as the tickets module would. */
export const lateOrders = new Set<string>();

export const joiningPaise = 1_000;

/** The call that repeats a lane's transfer: same kind and cause, whatever the actor. */
const transferInput = (lane: Lane, { kind, cause, paise, from, to }: ModelTransfer) => ({
  kind,
  cause,
  entries: entriesBetween(toPaise(paise), lane.account(from), lane.account(to)),
  ...(kind === "lead_fee" && { ticketId: lane.tickets[0]! }),
  actor: kind === "penalty" ? asAdmin() : system("ledger model"),
});

/** A lane as the real system in fast-check's model runner. */
export class Lane {
  readonly name: string;
  readonly centers: string[];
  /** Whose requests with a fee are. */
  readonly customer: string;
  readonly tickets: string[];
  readonly cuts: Cuts;
  readonly shared: Shared;
  private units = 0;
  private orders = 0;

  constructor(parts: Pick<Lane, "name" | "centers" | "customer" | "tickets" | "cuts" | "shared">) {
    this.name = parts.name;
    this.customer = parts.customer;
    this.centers = parts.centers;
    this.tickets = parts.tickets;
    this.cuts = parts.cuts;
    this.shared = parts.shared;
  }

  account = (account: ModelAccount) => {
    if (typeof account !== "number") return account;
    const centerId = this.centers[account];
    return centerId === undefined ? { consumerId: this.customer } : { centerId };
  };
  unitName = () => `${this.name}/${++this.units}`;
  orderName = () => `${this.name}/order ${++this.orders}`;
  /** A ticket without an order; the first ticket is kept for the leads. */
  aTicket = () => (this.tickets.length > 1 ? this.tickets.pop()! : null);
  count(what: string, by = 1) {
    this.shared.happened[what] = (this.shared.happened[what] ?? 0) + by;
  }
}

/** A unit of the plan as a command of fast-check's model runner. */
export class UnitCommand implements fc.AsyncCommand<Model, Lane> {
  readonly unit: Unit | SharedUnit;
  constructor(unit: Unit | SharedUnit) {
    this.unit = unit;
  }
  check = () => true;
  run = (model: Model, lane: Lane) =>
    "shared" in this.unit ? race(lane, this.unit) : perform(model, lane, this.unit, lane.unitName());
  toString = () => JSON.stringify(this.unit);
}

/** Execute a unit; after a cut, find out whether it was committed, and often repeat it with the same causes. */
async function perform(model: Model, lane: Lane, { ops, fate, repeat }: Unit, name: string): Promise<void> {
  lane.count("operations", ops.length);
  const before = model.transfers.length;
  let refusal: Refused | undefined;
  let thrown: Error | undefined;
  const ended = await lane.cuts.run(fate, async () => {
    for (const [index, op] of ops.entries()) {
      if (fate.is === "throw" && fate.at === index) {
        thrown = new Error("our code throws");
        throw thrown;
      }
      try {
        await one(model, lane, op, `${name}/${index}`);
      } catch (error) {
        if (error instanceof Refused) refusal = error;
        throw error;
      }
    }
  });
  lane.count(ended.how === "refused" && thrown ? "thrown" : ended.how);
  if (ended.how === "committed") return model.commit();
  if (ended.how === "refused") {
    model.rollback();
    if (ended.error !== refusal && ended.error !== thrown) throw ended.error;
    if (refusal || !repeat) return;
  }
  if (ended.how === "cut") {
    model.rollback();
    if (!repeat) return;
  }
  if (ended.how === "unknown") {
    if (await lane.cuts.committed(ended.xid)) {
      lane.count("unknown, was there");
      const done = model.transfers.slice(before);
      model.commit();
      for (const transferred of done) await again(lane, transferred);
      return;
    }
    model.rollback();
  }
  lane.count("repeated");
  await perform(model, lane, { ops, fate: { is: "commit" }, repeat: false }, name);
}

/** Repeating a transfer with its cause must move nothing. */
async function again(lane: Lane, transferred: ModelTransfer) {
  const { from, cause, paise } = transferred;
  if (transferred.kind === "lead_fee" && typeof from === "number")
    expect(await unitOfWork(() => payFor(lane, from, paise, cause))).toBe(true);
  // A second payment's transfer has our id of it as its cause, which the model does not know.
  if (transferred.kind !== "extra_payment")
    expect(await unitOfWork(() => transfer(transferInput(lane, transferred)))).toMatchObject({ fresh: false });
}

const payFor = (lane: Lane, wallet: number, paise: number, cause: string) =>
  payLeadFromWallet({
    centerId: lane.centers[wallet]!,
    amountPaise: toPaise(paise),
    ticketId: lane.tickets[0]!,
    cause,
  });

/** One operation: the model predicts the result, the product's function executes it. */
async function one(model: Model, lane: Lane, op: Op, cause: string): Promise<void> {
  switch (op.do) {
    case "bonus":
      return move(model, lane, { kind: "bonus", cause, paise: op.paise, from: "bonus_expense", to: op.wallet });
    case "added": {
      const added = { kind: "wallet_added", cause, paise: op.paise, from: "received_by_hand", to: op.wallet } as const;
      const fresh = model.move(added);
      const { ticketId: _, centerId, ...moved } = byHand(lane, op.wallet, op.paise);
      expect((await addToWallet({ ...moved, owner: { centerId }, cause })).fresh).toBe(fresh);
      return;
    }
    case "penalty":
      return move(model, lane, { kind: "penalty", cause, paise: op.paise, from: op.wallet, to: "penalty_income" });
    case "debit":
      return debit(model, lane, { kind: "lead_fee", cause, paise: op.paise, from: op.wallet, to: "lead_fee_income" });
    case "subscription": {
      const { wallet: of, paise } = op;
      return move(model, lane, { kind: "subscription", cause, paise, from: of, to: "subscription_income" });
    }
    case "lead": {
      const expected = model.lead(op.wallet, op.paise, cause);
      expect(await payFor(lane, op.wallet, op.paise, cause)).toBe(expected);
      return;
    }
    case "joining": {
      const centerId = lane.centers[op.wallet]!;
      const fresh = model.move({
        kind: "joining_bonus",
        cause: centerId,
        paise: joiningPaise,
        from: "bonus_expense",
        to: op.wallet,
      });
      const done = await joiningBonus({ centerId, amountPaise: toPaise(joiningPaise) });
      expect(done.fresh).toBe(fresh);
      return;
    }
    case "again": {
      const earlier = picked(model.transfers, op.pick);
      if (earlier && earlier.kind !== "extra_payment") await move(model, lane, earlier);
      return;
    }
    case "otherAmount": {
      const earlier = picked(model.transfers, op.pick);
      if (earlier && earlier.kind !== "extra_payment")
        await move(model, lane, { ...earlier, paise: earlier.paise + 1 });
      return;
    }
    case "giveBack": {
      const lead = picked(model.paidLeads(), op.pick);
      if (!lead) return;
      const expected = model.giveBack(lead);
      const { cause } = lead;
      const centerId = lane.centers[lead.from as number]!;
      expect(await returnLeadFee({ centerId, ticketId: lane.tickets[0]!, cause })).toBe(expected);
      return;
    }
    case "refundLead": {
      const expected = model.refundLead(op.wallet, op.paise, cause);
      expect(await refundLead({ ...byHand(lane, op.wallet, op.paise), cause })).toBe(expected);
      return;
    }
    case "returnPenalty": {
      const penalty = picked(model.penalties(), op.pick);
      if (!penalty) return;
      model.returnPenalty(penalty);
      const { cause, paise } = penalty;
      const { fresh } = await returnPenalty({ ...byHand(lane, penalty.from as number, paise), cause });
      expect(fresh).toBe(true);
      return;
    }
    case "refundFee": {
      const order = recent(model.orders, op.pick);
      if (!order?.ticketId) return;
      const expected = model.refundFee(order, walletsPerLane, op.paise, cause);
      const refundInput = {
        consumerId: lane.customer,
        ticketId: order.ticketId,
        orderId: order.id,
        amountPaise: toPaise(op.paise),
      };
      expect(await refundFee({ ...refundInput, cause, actor: asAdmin() })).toBe(expected);
      return;
    }
    case "intoBalance":
    case "payout":
    case "waiver":
      return move(model, lane, ofBalance(op, cause));
    case "open":
      return open(model, lane, op);
    default: {
      const order = recent(model.orders, op.pick);
      if (order) await onOrder(model, lane, order, op);
    }
  }
}

const byHand = (lane: Lane, wallet: number, paise: number) => ({
  centerId: lane.centers[wallet]!,
  ticketId: lane.tickets[0]!,
  amountPaise: toPaise(paise),
  actor: asAdmin(),
});

const debit = (model: Model, lane: Lane, modelTransfer: ModelTransfer & { from: number }) =>
  move(model, lane, modelTransfer, () => model.debit(modelTransfer));

async function move(model: Model, lane: Lane, modelTransfer: ModelTransfer, predict = () => model.move(modelTransfer)) {
  let expected: boolean | string;
  try {
    expected = predict();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    expected = error.message;
  }
  const answer = await transfer(transferInput(lane, modelTransfer)).then(
    ({ fresh }) => fresh,
    (error: Error) => {
      if (typeof expected === "boolean") throw error;
      return error instanceof DomainError ? error.key : error.message;
    },
  );
  if (typeof expected === "boolean") expect(answer).toBe(expected);
  else {
    expect(answer).toContain(expected);
    throw new Refused(expected);
  }
}

async function open(model: Model, lane: Lane, op: Extract<Op, { do: "open" }>) {
  const name = lane.orderName();
  const wallet = op.purpose === "booking_fee" ? null : op.wallet;
  const ticketId = op.purpose === "booking_fee" ? lane.aTicket() : null;
  const { id } = await openFee({
    ...(op.purpose === "booking_fee" && op.proved && ticketId && { consumerId: lane.customer }),
    purpose: op.purpose,
    amountPaise: toPaise(op.paise),
    ...(ticketId && { ticketId }),
    ...(wallet !== null && { centerId: lane.centers[wallet]! }),
  });
  const providerOrderId = `order_${name}`;
  // All leads of a lane are for its one request, which bounds what an admin may refund.
  const leadOf = op.purpose === "lead_fee" ? lane.tickets[0]! : ticketId;
  await rows(
    "update orders set provider_order_id = case when amount_paise > 0 then $2 end, ticket_id = $3 where id = $1",
    [id, providerOrderId, leadOf],
  );
  if (op.late) lateOrders.add(id);
  model.open({
    id,
    providerOrderId,
    ticketId,
    wallet,
    purpose: op.purpose,
    paise: op.paise,
    late: op.late,
    status: "created",
    payments: [],
    paidBy: null,
    intake: null,
    earned: false,
    wanted: 0,
    taken: 0,
    takings: [],
    feeBack: 0,
    returned: false,
    refunds: [],
  });
  if (op.purpose === "booking_fee" && op.proved && ticketId) model.payFromBalance(model.orders.at(-1)!, walletsPerLane);
}

type OnOrder = Extract<Op, { do: "told" | "earn" | "refund" | "close" | "giveBackCard" | "settle" }>;

async function onOrder(model: Model, lane: Lane, order: ModelOrder, op: OnOrder): Promise<void> {
  switch (op.do) {
    case "told": {
      // The balance paid it: there is nothing at the provider.
      if (order.paise === 0) return;
      const id = `pay_${order.providerOrderId}/${op.payment}`;
      const paise = op.fits ? order.paise : order.paise + 1;
      model.told(order, id, op.status, paise);
      const { state } = await completeOrder(
        order.id,
        [
          {
            id,
            order_id: order.providerOrderId,
            currency: "INR",
            status: op.status,
            method: "upi",
            amount: toPaise(paise),
            captured: op.status === "captured",
            amount_refunded: toPaise(0),
            fee: toPaise(0),
            tax: toPaise(0),
            created_at: 0,
          },
        ],
        "webhook",
      );
      expect(state).toBe(model.state(order));
      return;
    }
    case "close":
      model.close(order);
      expect((await closeOrder(order.id)).status).toBe(order.status);
      return;
    case "giveBackCard": {
      if (order.wallet === null) return;
      const expected = model.giveBackCard(order);
      const centerId = lane.centers[order.wallet]!;
      expect(await returnLeadFee({ centerId, ticketId: lane.tickets[0]!, cause: order.id })).toBe(expected);
      return;
    }
    case "earn": {
      if (!order.ticketId) return;
      const expected = model.earn(order);
      expect(await earnBookingFee(order.ticketId)).toBe(expected);
      return;
    }
    case "refund": {
      if (order.purpose === "booking_fee") {
        const expected = model.returnFee(order);
        const returned = returnBookingFee(system("ledger model"), { orderId: order.id, reason: "the plan" });
        expect(await returned.then(() => undefined, keyOf)).toBe(expected);
        return;
      }
      const expected = model.refund(order);
      const answer = await refundToSource({ orderId: order.id, reason: "the plan" }).catch(keyOf);
      if (typeof expected === "string" || typeof answer === "string") expect(answer).toBe(expected);
      else expect(answer.status).toBe(expected.status);
      return;
    }
    case "settle": {
      const refund = picked(order.refunds, op.refund);
      if (!refund) return;
      const refundRow = await row<{ id: string }>(
        "select r.id from refunds r join payments p on p.id = r.payment_id where p.provider_payment_id = $1",
        [refund.payment.id],
      );
      refund.id = refundRow!.id;
      model.settle(order, refund, op.to);
      await settle(refund.id, op.to, `rfnd_${refund.id}`);
    }
  }
}
