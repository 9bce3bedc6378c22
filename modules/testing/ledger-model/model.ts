import { DomainError } from "#modules/kernel/errors.ts";
import type { AccountKind } from "#modules/wallet/ledger/ledger.entity.ts";
import type { OrderPurpose, OrderStatus } from "#modules/wallet/orders/order.entity.ts";
import type { PaymentStatus } from "#modules/wallet/payment-gateway.ts";
import type { TransferKind } from "#modules/wallet/shared.ts";

/*
 * The expected ledger, in memory: the effect of each operation, and the answer the product must give. No SQL and no
 * code of the product. A rollback undoes the operations of its transaction.
 */

export type OperatorAccountKind = Exclude<AccountKind, "center_wallet" | "consumer_wallet">;
/** One of the operator's accounts, or a wallet by its number. */
export type ModelAccount = OperatorAccountKind | number;

export type ModelTransfer = {
  kind: TransferKind;
  cause: string;
  paise: number;
  from: ModelAccount;
  to: ModelAccount;
};

export type ModelPayment = {
  id: string;
  paise: number;
  status: PaymentStatus;
  captured: boolean;
  /** It bought nothing and is refunded: the order was already paid, or the amount differs. */
  extra: boolean;
};

/** A refund, identified by the id the product returned. */
export type ModelRefund = { id: string; payment: ModelPayment; status: "requested" | "processed" | "failed" };

/** A subscription that was given to a center and paid from its wallet, and what of it an admin refunded. */
export type ModelSubscription = { id: string; wallet: number; paise: number; back: number };

export type ModelOrder = {
  id: string;
  providerOrderId: string;
  purpose: OrderPurpose;
  ticketId: string | null;
  wallet: number | null;
  paise: number;
  /** A lead that went to another center meanwhile: what is paid for it goes to the payer's wallet. */
  late: boolean;
  status: OrderStatus;
  payments: ModelPayment[];
  paidBy: ModelPayment | null;
  intake: TransferKind | null;
  earned: boolean;
  /** What the customer's balance paid of it when it was opened, and what it pays now; `paise` is the rest. */
  wanted: number;
  taken: number;
  /** The causes of the takings that were not given back, with their amounts. */
  takings: readonly { cause: string; paise: number }[];
  /** What was refunded of an earned fee to the customer's wallet. */
  feeBack: number;
  /** Whether the lead price was returned to the center's wallet. */
  returned: boolean;
  refunds: ModelRefund[];
};

const orderRank: Record<OrderStatus, number> = { created: 0, attempted: 1, closed: 2, paid: 3 };
const paymentRank: Record<PaymentStatus, number> = { created: 0, failed: 1, authorized: 2, captured: 3, refunded: 4 };

/** The refusal the real ledger must give to an operation; its transaction must then roll back. */
export class Refused extends Error {}

export class Model {
  readonly wallets: number[];
  readonly house = new Map<OperatorAccountKind, number>();
  readonly transfers: ModelTransfer[] = [];
  readonly orders: ModelOrder[] = [];
  readonly subscriptions: ModelSubscription[] = [];
  private causes = new Map<string, ModelTransfer>();
  private returned = new Set<string>();
  /** Per wallet: what was paid for leads of the lane's one request and did not go back. */
  private leads: number[];
  private undo: (() => void)[] = [];

  constructor(wallets: number) {
    this.wallets = Array.from({ length: wallets }, () => 0);
    this.leads = Array.from({ length: wallets }, () => 0);
  }

  /** Keep the changes since the last commit. */
  commit() {
    this.undo = [];
  }

  /** Undo the changes since the last commit. */
  rollback() {
    for (const back of this.undo.reverse()) back();
    this.undo = [];
  }

  /** Move money once per kind and cause; returns whether it moved now. */
  move(transfer: ModelTransfer): boolean {
    const key = `${transfer.kind} ${transfer.cause}`;
    const earlier = this.causes.get(key);
    if (earlier && earlier.paise !== transfer.paise) throw new Refused("another amount");
    if (earlier) return false;
    if (
      typeof transfer.from === "number" &&
      transfer.kind !== "penalty" &&
      this.balance(transfer.from) < transfer.paise
    )
      throw new Refused("wallet.short");
    this.add(transfer.from, -transfer.paise);
    this.add(transfer.to, transfer.paise);
    this.causes.set(key, transfer);
    this.transfers.push(transfer);
    this.undo.push(() => {
      this.transfers.pop();
      this.causes.delete(key);
      this.add(transfer.to, -transfer.paise);
      this.add(transfer.from, transfer.paise);
    });
    return true;
  }

  /** A lead paid from a wallet; false when the balance does not cover it. */
  lead(wallet: number, paise: number, cause: string): boolean {
    if (!this.causes.has(`lead_fee ${cause}`) && this.balance(wallet) < paise) return false;
    this.debit({ kind: "lead_fee", cause, paise, from: wallet, to: "lead_fee_income" });
    return true;
  }

  /** A lead price taken from a wallet. */
  debit(transfer: ModelTransfer & { from: number }): boolean {
    const fresh = this.move(transfer);
    if (fresh) this.addLead(transfer.from, transfer.paise);
    return fresh;
  }

  /** A refund by an admin: at most what is left of the leads; otherwise false. */
  refundLead(wallet: number, paise: number, cause: string): boolean {
    if (this.leads[wallet]! < paise) return false;
    this.move({ kind: "refund", cause, paise, from: "lead_fee_income", to: wallet });
    this.addLead(wallet, -paise);
    return true;
  }

  /** A refund of an earned fee to the customer's wallet: at most what is left of it; otherwise false. */
  refundFee(order: ModelOrder, wallet: number, paise: number, cause: string): boolean {
    if (!order.earned || order.paise + order.taken - order.feeBack < paise) return false;
    this.set(order, { feeBack: order.feeBack + paise });
    return this.move({ kind: "refund", cause, paise, from: "booking_fee_income", to: wallet });
  }

  /** A subscription that is given at once. */
  giveSubscription(subscription: ModelSubscription) {
    const { id: cause, wallet: from, paise } = subscription;
    this.move({ kind: "subscription", cause, paise, from, to: "subscription_income" });
    this.subscriptions.push(subscription);
    this.undo.push(() => this.subscriptions.pop());
  }

  /** A refund of it to its wallet: at most what is left of it. */
  refundSubscription(subscription: ModelSubscription, paise: number, cause: string) {
    if (subscription.back === subscription.paise) throw new Refused("subscription.notRefundable");
    if (subscription.paise - subscription.back < paise) throw new Refused("subscription.aboveRefund");
    this.set(subscription, { back: subscription.back + paise });
    this.move({ kind: "subscription_refund", cause, paise, from: "subscription_income", to: subscription.wallet });
  }

  /** The penalties that were not returned. */
  penalties = () => this.transfers.filter(({ kind, cause }) => kind === "penalty" && !this.returned.has(`p ${cause}`));

  returnPenalty(penalty: ModelTransfer) {
    this.returned.add(`p ${penalty.cause}`);
    this.undo.push(() => this.returned.delete(`p ${penalty.cause}`));
    this.move({ ...penalty, kind: "penalty_refund", from: penalty.to, to: penalty.from });
  }

  private addLead(wallet: number, paise: number) {
    this.leads[wallet]! += paise;
    this.undo.push(() => {
      this.leads[wallet]! -= paise;
    });
  }

  /** The leads paid from a wallet and not returned. */
  paidLeads = () =>
    this.transfers.filter(
      ({ kind, from, cause }) => kind === "lead_fee" && typeof from === "number" && !this.returned.has(cause),
    );

  /** What a center paid for the lane's request and did not get back. */
  leadLeft = (wallet: number): number => this.leads[wallet]!;

  /** A lead returned to the wallet, without what was refunded of it; false when nothing is left. */
  giveBack(lead: ModelTransfer): boolean {
    const wallet = lead.from as number;
    const paise = Math.min(lead.paise, this.leads[wallet]!);
    if (paise === 0) return false;
    this.returned.add(lead.cause);
    this.undo.push(() => this.returned.delete(lead.cause));
    this.move({ ...lead, paise, kind: "lead_fee_refund", from: lead.to, to: wallet });
    this.addLead(wallet, -paise);
    return true;
  }

  /** The same for a lead paid by card; not when it is refunded to its source. */
  giveBackCard(order: ModelOrder): boolean {
    if (order.intake !== "lead_fee" || this.goesBack(order)) return false;
    if (order.returned) return true;
    const wallet = order.wallet!;
    const paise = Math.min(order.paise, this.leads[wallet]!);
    if (paise === 0) return false;
    this.set(order, { returned: true });
    this.move({ kind: "lead_fee_refund", cause: order.id, paise, from: "lead_fee_income", to: wallet });
    this.addLead(wallet, -paise);
    return true;
  }

  private goesBack = (order: ModelOrder) => order.refunds.some(({ payment }) => payment === order.paidBy);

  open(order: ModelOrder) {
    this.orders.push(order);
    this.undo.push(() => this.orders.pop());
  }

  /** A balance pays what it can of a new order; an order with nothing left to pay is paid. */
  payFromBalance(order: ModelOrder, wallet: number) {
    const whole = order.paise;
    const taken = this.take(order, wallet, whole, order.id);
    this.set(order, { wallet, wanted: taken, paise: whole - taken });
    if (taken === whole) this.advance(order, "paid");
  }

  private take(order: ModelOrder, wallet: number, most: number, cause: string): number {
    const paise = Math.max(0, Math.min(this.balance(wallet), most));
    if (paise === 0) return 0;
    this.move({ kind: "fee_from_balance", cause, paise, from: wallet, to: "booking_fees_held" });
    this.set(order, { taken: order.taken + paise, takings: [...order.takings, { cause, paise }] });
    return paise;
  }

  private giveBackToBalance(order: ModelOrder) {
    for (const { cause, paise } of order.takings)
      this.move({ kind: "fee_to_balance", cause, paise, from: "booking_fees_held", to: order.wallet! });
    this.set(order, { taken: 0, takings: [] });
  }

  /** Apply a report of the provider about a payment; with another amount only a capture counts, and is refunded. */
  notified(order: ModelOrder, id: string, status: PaymentStatus, paise: number) {
    const fits = paise === order.paise;
    if (!fits && status !== "captured") return;
    let payment = order.payments.find((known) => known.id === id);
    if (payment?.captured) return;
    if (payment && status !== "captured" && paymentRank[status] <= paymentRank[payment.status]) return;
    const captured = status === "captured";
    if (payment) this.set(payment, { status, captured, ...(captured && { paise }) });
    else {
      payment = { id, paise, status, captured, extra: false };
      this.set(order, { payments: [...order.payments, payment] });
    }
    this.advance(order, "attempted");
    if (captured && fits && order.status !== "paid") this.pay(order, payment);
    else if (captured) this.extra(order, payment);
  }

  private pay(order: ModelOrder, payment: ModelPayment) {
    const [intake, to] = intakeOf(order);
    this.advance(order, "paid");
    this.set(order, { paidBy: payment, intake });
    if (order.wanted > order.taken) this.take(order, order.wallet!, order.wanted - order.taken, `${order.id}:late`);
    this.move({ kind: intake, cause: order.id, paise: order.paise, from: "gateway", to });
    if (intake === "lead_fee") this.addLead(order.wallet!, order.paise);
  }

  private extra(order: ModelOrder, payment: ModelPayment) {
    const { id: cause, paise } = payment;
    this.set(payment, { extra: true });
    this.move({ kind: "extra_payment", cause, paise, from: "gateway", to: "payments_to_return" });
    this.request(order, payment);
  }

  /** The state callback and page must show: paid, failed, or being confirmed. */
  state(order: ModelOrder): "paid" | "pending" | "failed" {
    if (order.status === "paid") return "paid";
    const open = order.payments.some(({ status }) => status === "created" || status === "authorized");
    return open ? "pending" : "failed";
  }

  close(order: ModelOrder) {
    if (orderRank[order.status] < orderRank.closed) this.giveBackToBalance(order);
    this.advance(order, "closed");
  }

  earn(order: ModelOrder): boolean {
    const { id: cause } = order;
    const paise = (order.intake === "booking_fee" ? order.paise : 0) + order.taken;
    if (order.status !== "paid" || paise === 0 || this.goesBack(order)) return false;
    this.set(order, { earned: true });
    this.move({ kind: "booking_fee_earned", cause, paise, from: "booking_fees_held", to: "booking_fee_income" });
    return true;
  }

  /** The refund of an order's payment to its source, or the key of the refusal. */
  refund(order: ModelOrder): string | ModelRefund {
    if (!order.paidBy) return "refund.notPaid";
    const refund = order.refunds.find(({ payment }) => payment === order.paidBy);
    if (refund) return refund;
    if (order.earned) return "refund.earned";
    if (order.intake === "recharge" || order.intake === "late_payment" || order.returned) return "refund.inWallet";
    if (order.intake === "lead_fee") {
      if (this.leads[order.wallet!]! < order.paise) return "refund.inWallet";
      this.addLead(order.wallet!, -order.paise);
    }
    return this.request(order, order.paidBy);
  }

  /** The return of a held fee: each part to where it came from; or the key of the refusal. */
  returnFee(order: ModelOrder): string | undefined {
    if (order.status !== "paid") return "refund.notPaid";
    if (order.earned) return "refund.earned";
    const refund = order.paise > 0 ? this.refund(order) : undefined;
    if (typeof refund === "string") return refund;
    this.giveBackToBalance(order);
    return undefined;
  }

  private request(order: ModelOrder, payment: ModelPayment): ModelRefund {
    const refund: ModelRefund = { id: "", payment, status: "requested" };
    this.set(order, { refunds: [...order.refunds, refund] });
    return refund;
  }

  /** Apply the end of a refund at the provider; a failed one is retried. */
  settle(order: ModelOrder, refund: ModelRefund, to: "processed" | "failed") {
    if (refund.status === "processed") return;
    this.set(refund, { status: to });
    if (to === "failed") return;
    this.set(refund.payment, { status: "refunded" });
    const way = { cause: refund.id, paise: refund.payment.paise, to: "gateway" } as const;
    if (refund.payment.extra) this.move({ ...way, kind: "extra_payment_refund", from: "payments_to_return" });
    else if (order.intake === "lead_fee") this.move({ ...way, kind: "lead_fee_refund", from: "lead_fee_income" });
    else this.move({ ...way, kind: "booking_fee_refund", from: "booking_fees_held" });
  }

  /** The paise captured for an order, and those refunded to their source. */
  money({ payments, refunds }: ModelOrder) {
    const sum = (of: ModelPayment[]) => of.reduce((paise, payment) => paise + payment.paise, 0);
    return {
      captured: sum(payments.filter(({ captured }) => captured)),
      refunded: sum(refunds.filter(({ status }) => status === "processed").map(({ payment }) => payment)),
    };
  }

  private balance = (wallet: number) => this.wallets[wallet]!;

  private add(account: ModelAccount, paise: number) {
    if (typeof account === "number") this.wallets[account]! += paise;
    else this.house.set(account, (this.house.get(account) ?? 0) + paise);
  }

  private advance(order: ModelOrder, status: OrderStatus) {
    if (orderRank[status] > orderRank[order.status]) this.set(order, { status });
  }

  private set<T extends object>(target: T, change: Partial<T>) {
    const before = { ...target };
    Object.assign(target, change);
    this.undo.push(() => Object.assign(target, before));
  }
}

function intakeOf(order: ModelOrder): [TransferKind, ModelAccount] {
  if (order.purpose === "recharge") return ["recharge", order.wallet!];
  if (order.purpose === "lead_fee")
    return order.late ? ["late_payment", order.wallet!] : ["lead_fee", "lead_fee_income"];
  return ["booking_fee", "booking_fees_held"];
}

/** The key of a refusal. */
export function keyOf(error: unknown) {
  if (error instanceof DomainError) return error.key;
  throw error;
}
