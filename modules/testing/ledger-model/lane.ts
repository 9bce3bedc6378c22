import { expect } from "vitest";
import { system } from "#modules/kernel/actor.ts";
import { unitOfWork } from "#modules/kernel/db/db.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { toPaise } from "#modules/kernel/money.ts";
import { asAdmin } from "#modules/testing/factories.ts";
import type { fc } from "#modules/testing/property.ts";
import { addToWallet, leadLeft, refundFee, refundLead, returnPenalty } from "#modules/wallet/ledger/by-hand.ts";
import { payLeadFromWallet, returnLeadFee } from "#modules/wallet/ledger/lead-fee.ts";
import { joiningBonus } from "#modules/wallet/ledger/top-up.ts";
import { entriesBetween, transfer } from "#modules/wallet/ledger/transfer.ts";
import type { Cuts } from "./cuts.ts";
import { type Model, type ModelAccount, type ModelTransfer, Refused } from "./model.ts";
import { onOrder, open } from "./orders.ts";
import { type Op, ofBalance, picked, recent, type SharedUnit, type Unit, walletsPerLane } from "./plan.ts";
import { race, type Shared } from "./race.ts";
import { onSubscription } from "./subscriptions.ts";

/*
 * One of several lanes that work on the ledger concurrently: it executes its plan with the product's functions, one
 * transaction per unit, and compares each answer with the model's.
 */

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
    case "subscription":
    case "refundSubscription":
      return onSubscription(model, lane, op);
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
    case "handBack":
      return handBack(model, lane, op, cause);
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

/**
 * A hand-back as its request's center pays for it: a free one returns the lead price, another one keeps it. Then another
 * center pays for the same request; what either has paid of it stays apart.
 */
async function handBack(model: Model, lane: Lane, op: Extract<Op, { do: "handBack" }>, cause: string) {
  const lead = picked(model.paidLeads(), op.pick);
  if (!lead) return;
  lane.count("handed back");
  const from = lead.from as number;
  const next = op.wallet === from ? (from + 1) % walletsPerLane : op.wallet;
  const ticketId = lane.tickets[0]!;
  if (op.free) {
    const expected = model.giveBack(lead);
    expect(await returnLeadFee({ centerId: lane.centers[from]!, ticketId, cause: lead.cause })).toBe(expected);
  }
  const isPaid = model.lead(next, op.paise, cause);
  expect(await payFor(lane, next, op.paise, cause)).toBe(isPaid);
  for (const wallet of [from, next])
    expect(await leadLeft({ centerId: lane.centers[wallet]!, ticketId })).toBe(model.leadLeft(wallet));
}
