import { day, financialYear } from "#modules/kernel/clock.ts";
import type { CopyValue } from "#modules/kernel/db/copy.ts";
import type { Paise } from "#modules/kernel/money.ts";
import { type Billed, invoiceBuyer, invoiceFacts, invoiceNumber } from "#modules/tickets/index.ts";
import type { AccountKind, OrderPurpose, TransferInput } from "#modules/wallet/index.ts";
import type { Random } from "../random.ts";
import { Batch, isoInstant, type TableName } from "./copy.ts";
import type { VolumeCenter } from "./volume-centers.ts";

/** The tables of money and documents, in the order of their foreign keys. */
export const moneyTables = [
  ...(["sandbox_orders", "sandbox_payments", "sandbox_refunds"] as const),
  ...(["orders", "payments", "refunds", "transfers", "entries"] as const),
  ...(["invoices", "invoice_buyers", "feedback_links", "feedbacks", "history"] as const),
] satisfies TableName[];

export type OperatorAccounts = ReadonlyMap<AccountKind, string>;

/** A closing whose invoice gets its number when its time comes. */
export type Closing = {
  at: number;
  invoiceId: string;
  ticketId: string;
  historyId: string;
  actorId: string;
  billed: Billed;
};

/** A payment by the public or by a center. */
export type Purchase = {
  orderId: string;
  purpose: OrderPurpose;
  at: number;
  amountPaise: Paise;
  ticketId: string | null;
  center?: VolumeCenter;
  broadcastId?: string;
  prices: Record<string, number>;
  refunded?: boolean;
  /** The fee is still held at the end, so that the running product may give it back. */
  held?: boolean;
};

/** So long the running product asks the provider about an order, and closes days of payments, with some to spare. */
const pollingPeriod = 16 * day;

const rechargePaise = 100_000 as Paise;
const base62 = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const receipts: Record<OrderPurpose, string> = {
  booking_fee: "fee",
  lead_fee: "lead",
  recharge: "wallet",
  pick_drop: "ride",
  ride_fare: "fare",
  subscription: "sub",
};

/**
 * Everything that moves money or takes an invoice number, held until its time has come, so that wallets and invoice
 * numbers follow the calendar although the tickets are written one after another.
 */
export class Money {
  private waiting: { at: number; write: (batch: Batch) => void }[] = [];
  private closings: Closing[] = [];
  private random: Random;
  private operator: OperatorAccounts;
  private until: number;

  constructor(random: Random, operator: OperatorAccounts, until: number) {
    this.random = random;
    this.operator = operator;
    this.until = until;
  }

  /** Schedule a write for an instant. */
  when(instant: number, write: (batch: Batch) => void) {
    this.waiting.push({ at: instant, write });
  }

  /** Schedule an invoice for its closing's instant. */
  close(closing: Closing) {
    this.closings.push(closing);
  }

  /** Write what is due by `horizon`, oldest first; returns the due closings, which need invoice numbers. */
  due(horizon: number, batch: Batch): Closing[] {
    const isDue = (each: { at: number }) => each.at <= horizon;
    const due = this.waiting.filter(isDue).sort((left, right) => left.at - right.at);
    this.waiting = this.waiting.filter((each) => !isDue(each));
    for (const { write } of due) write(batch);
    const closed = this.closings.filter(isDue).sort((left, right) => left.at - right.at);
    this.closings = this.closings.filter((each) => !isDue(each));
    return closed;
  }

  /** Pass over what is due by `horizon`, which is there already; wallets and random draws go on as if it were written. */
  forget(horizon: number) {
    this.due(horizon, new Batch());
  }

  /** An unpaid order, closed after three days. */
  unpaid(purchase: Purchase) {
    this.when(purchase.at, (batch) => this.writeOrder(batch, purchase, "closed"));
  }

  /** A paid order; its money goes from the gateway's account to `into`. */
  paid(purchase: Purchase, kind: TransferInput["kind"], into: AccountKind) {
    this.when(purchase.at, (batch) => {
      this.pay(batch, purchase);
      this.move(batch, {
        ...purchase,
        kind,
        cause: purchase.orderId,
        from: "gateway",
        to: into,
        actor: "system:payments",
      });
    });
  }

  /** The fee of an order is refunded to its source. */
  refunded(purchase: Purchase, instant: number, reason: string) {
    this.when(instant, (batch) => {
      const refundId = this.random.id(instant);
      const atProvider = `rfnd_${this.random.letters(14, base62)}`;
      batch.add("refunds", [
        refundId,
        purchase.orderId,
        paymentIdOf(purchase),
        purchase.amountPaise,
        "processed",
        reason,
        atProvider,
        isoInstant(instant),
        isoInstant(instant),
      ]);
      if (this.isQuestioned(purchase))
        batch.add("sandbox_refunds", [
          atProvider,
          providerPaymentOf(purchase),
          purchase.amountPaise,
          "INR",
          "processed",
          `refund_${refundId}`,
          "{}",
          isoInstant(instant),
        ]);
      const move = { kind: "booking_fee_refund", cause: refundId, from: "booking_fees_held", to: "gateway" } as const;
      this.move(batch, { ...purchase, ...move, at: instant, actor: "system:payments", note: reason });
    });
  }

  /** The held fee of an order is earned. */
  earned(purchase: Purchase, instant: number) {
    const move = { kind: "booking_fee_earned", from: "booking_fees_held", to: "booking_fee_income" } as const;
    this.when(instant, (batch) =>
      this.move(batch, { ...purchase, ...move, cause: purchase.orderId, at: instant, actor: "system:payments" }),
    );
  }

  /** A center pays a lead from its wallet, recharging it first when the balance is too low. */
  leadFromWallet(lead: {
    center: VolumeCenter;
    at: number;
    amountPaise: Paise;
    ticketId: string;
    broadcastId: string;
  }) {
    const { center, amountPaise, ticketId } = lead;
    this.when(lead.at, (batch) => {
      if (center.balancePaise < amountPaise) this.fill(batch, center, lead.at - 1_000);
      center.balancePaise = (center.balancePaise - amountPaise) as Paise;
      const move = { kind: "lead_fee", cause: lead.broadcastId, from: center, to: "lead_fee_income" } as const;
      this.move(batch, { ...move, at: lead.at, amountPaise, ticketId, orderId: null, actor: `center:${center.id}` });
    });
  }

  /** The joining bonus of a new center. */
  bonus(center: VolumeCenter, instant: number, amountPaise: Paise) {
    this.when(instant, (batch) => {
      center.balancePaise = (center.balancePaise + amountPaise) as Paise;
      const move = { kind: "joining_bonus", cause: center.id, from: "bonus_expense", to: center } as const;
      this.move(batch, {
        ...move,
        at: instant,
        amountPaise,
        ticketId: null,
        orderId: null,
        actor: "system:joining bonus",
      });
    });
  }

  /** Whether the emulated provider has to know a purchase, because the running product may ask about it. */
  private isQuestioned = ({ at: instant, held }: Purchase) => held === true || instant > this.until - pollingPeriod;

  private fill(batch: Batch, center: VolumeCenter, instant: number) {
    const orderId = this.random.id(instant);
    const purchase: Purchase = {
      orderId,
      purpose: "recharge",
      at: instant,
      amountPaise: rechargePaise,
      ticketId: null,
      center,
      prices: {},
    };
    this.pay(batch, purchase);
    center.balancePaise = (center.balancePaise + rechargePaise) as Paise;
    const move = { kind: "recharge", cause: orderId, from: "gateway", to: center } as const;
    this.move(batch, { ...purchase, ...move, actor: "system:payments" });
  }

  private pay(batch: Batch, purchase: Purchase) {
    this.writeOrder(batch, purchase, "paid");
    const paidAt = isoInstant(purchase.at);
    const status = purchase.refunded ? "refunded" : "captured";
    if (this.isQuestioned(purchase))
      batch.add("sandbox_payments", [
        providerPaymentOf(purchase),
        providerOrderOf(purchase),
        purchase.amountPaise,
        "INR",
        status,
        purchase.refunded ? purchase.amountPaise : 0,
        paidAt,
        paidAt,
      ]);
    batch.add("payments", [
      paymentIdOf(purchase),
      purchase.orderId,
      providerPaymentOf(purchase),
      status,
      purchase.amountPaise,
      this.random.weighted([["upi", 0.7] as const, ["card", 0.2] as const, ["netbanking", 0.1] as const]),
      this.random.weighted([["callback", 0.8] as const, ["webhook", 0.18] as const, ["reconciler", 0.02] as const]),
      paidAt,
      paidAt,
      paidAt,
    ]);
  }

  private writeOrder(batch: Batch, purchase: Purchase, status: "paid" | "closed") {
    const { orderId, purpose, center } = purchase;
    const paidAt = status === "paid" ? isoInstant(purchase.at) : null;
    const madeAt = isoInstant(purchase.at - 60_000);
    const receipt = `${receipts[purpose]}_${orderId.replaceAll("-", "")}`;
    if (this.isQuestioned(purchase))
      batch.add("sandbox_orders", [
        providerOrderOf(purchase),
        purchase.amountPaise,
        paidAt ? purchase.amountPaise : 0,
        "INR",
        receipt,
        paidAt ? "paid" : "created",
        paidAt ? 1 : 0,
        madeAt,
      ]);
    batch.add("orders", [
      orderId,
      purpose,
      purchase.ticketId,
      center?.id,
      purchase.broadcastId,
      purchase.amountPaise,
      receipt,
      providerOrderOf(purchase),
      status,
      purchase.prices,
      madeAt,
      paidAt ?? madeAt,
      paidAt,
      paidAt,
    ]);
  }

  private move(batch: Batch, move: Move) {
    const transferId = this.random.id(move.at);
    const when = isoInstant(move.at);
    const { kind, cause, ticketId, orderId, note, actor } = move;
    batch.add("transfers", [transferId, kind, cause, ticketId, orderId, note, actor, when] as CopyValue[]);
    batch.add("entries", [this.random.id(move.at), transferId, this.account(move.from), -move.amountPaise, when]);
    batch.add("entries", [this.random.id(move.at), transferId, this.account(move.to), move.amountPaise, when]);
  }

  private account(account: AccountKind | VolumeCenter): string {
    return typeof account === "string" ? this.operator.get(account)! : account.walletId;
  }
}

type Move = {
  kind: TransferInput["kind"];
  cause: string;
  at: number;
  amountPaise: Paise;
  from: AccountKind | VolumeCenter;
  to: AccountKind | VolumeCenter;
  ticketId: string | null;
  orderId: string | null;
  actor: string;
  note?: string;
};

/** What the provider calls an order and its payment: fourteen of the order's random digits. */
const providerIdOf = (prefix: "order" | "pay", { orderId }: Purchase) =>
  `${prefix}_${orderId.slice(16, 18)}${orderId.slice(24)}`;
const providerOrderOf = (purchase: Purchase) => providerIdOf("order", purchase);
const providerPaymentOf = (purchase: Purchase) => providerIdOf("pay", purchase);

/** The id of an order's payment: the order's id with its last twelve digits reversed. */
const paymentIdOf = ({ orderId }: Purchase) => `${orderId.slice(0, 24)}${[...orderId.slice(24)].reverse().join("")}`;

/**
 * Write the invoices of these closings, numbered consecutively from the number after `last` in their financial year.
 */
export function writeInvoices(batch: Batch, closings: readonly Closing[], last: Map<string, number>) {
  for (const closing of closings) {
    const issuedAt = new Date(closing.at);
    const year = financialYear(issuedAt);
    const sequence = (last.get(year) ?? 0) + 1;
    last.set(year, sequence);
    const number = invoiceNumber(year, sequence);
    const facts = invoiceFacts(closing.billed, { number, issuedAt });
    const { invoiceId, ticketId, historyId, actorId } = closing;
    batch.add("invoices", [
      invoiceId,
      ticketId,
      number,
      year,
      sequence,
      facts.totalPaise,
      facts,
      isoInstant(closing.at),
    ]);
    const { name, address, city, state, stateCode, pincode } = invoiceBuyer(closing.billed);
    batch.add("invoice_buyers", [invoiceId, name, address, city, state, stateCode, pincode, isoInstant(closing.at)]);
    batch.add("history", [
      historyId,
      "ticket",
      ticketId,
      "ticket.invoiced",
      "center",
      actorId,
      null,
      null,
      { number },
      isoInstant(closing.at),
    ]);
  }
}

/** How long a feedback link of the volume is valid, in milliseconds. */
export const feedbackLife = 30 * day;
