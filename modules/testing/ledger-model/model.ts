import type { AccountKind } from "#modules/wallet/ledger.entity.ts";
import type { OrderPurpose, OrderStatus, PaymentStatus } from "#modules/wallet/order.entity.ts";
import type { TransferKind } from "#modules/wallet/shared.ts";

/*
 * The ledger as it ought to be, in memory: what each operation does to it, and what the real verbs must answer. No SQL,
 * no verb of ours. What an operation changed is taken back when its transaction is.
 */

export type HouseKind = Exclude<AccountKind, "center_wallet">;
/** One of the house's accounts, or a wallet by its number. */
export type ModelAccount = HouseKind | number;

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
  /** It bought nothing and goes back: the order was paid already, or its amount is not the order's. */
  extra: boolean;
};

/** A refund is known by its id, which the real verb gives. */
export type ModelRefund = { id: string; payment: ModelPayment; status: "requested" | "processed" | "failed" };

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
  /** The lead price was put into the center's wallet. */
  returned: boolean;
  refunds: ModelRefund[];
};

const orderRank: Record<OrderStatus, number> = { created: 0, attempted: 1, closed: 2, paid: 3 };
const paymentRank: Record<PaymentStatus, number> = { created: 0, failed: 1, authorized: 2, captured: 3, refunded: 4 };

/** An operation that the real ledger must refuse, and with what; the transaction it is in cannot go on. */
export class Refused extends Error {}

export class Model {
  readonly wallets: number[];
  readonly house = new Map<HouseKind, number>();
  readonly transfers: ModelTransfer[] = [];
  readonly orders: ModelOrder[] = [];
  private causes = new Map<string, ModelTransfer>();
  private returned = new Set<string>();
  private undo: (() => void)[] = [];

  constructor(wallets: number) {
    this.wallets = Array.from({ length: wallets }, () => 0);
  }

  /** What was done since the last commit stays. */
  commit() {
    this.undo = [];
  }

  /** What was done since the last commit never was. */
  rollback() {
    for (const back of this.undo.reverse()) back();
    this.undo = [];
  }

  /** Move money once for a kind and cause; answers whether it moved now. */
  move(wish: ModelTransfer): boolean {
    const key = `${wish.kind} ${wish.cause}`;
    const earlier = this.causes.get(key);
    if (earlier && earlier.paise !== wish.paise) throw new Refused("another amount");
    if (earlier) return false;
    if (typeof wish.from === "number" && wish.kind !== "penalty" && this.balance(wish.from) < wish.paise)
      throw new Refused("wallet.short");
    this.add(wish.from, -wish.paise);
    this.add(wish.to, wish.paise);
    this.causes.set(key, wish);
    this.transfers.push(wish);
    this.undo.push(() => {
      this.transfers.pop();
      this.causes.delete(key);
      this.add(wish.to, -wish.paise);
      this.add(wish.from, wish.paise);
    });
    return true;
  }

  /** A lead from a wallet: paid, paid before, or not covered. */
  lead(wallet: number, paise: number, cause: string): boolean {
    if (!this.causes.has(`lead_fee ${cause}`) && this.balance(wallet) < paise) return false;
    this.move({ kind: "lead_fee", cause, paise, from: wallet, to: "lead_fee_income" });
    return true;
  }

  /** The leads that were paid from a wallet and not given back. */
  paidLeads = () =>
    this.transfers.filter(
      ({ kind, from, cause }) => kind === "lead_fee" && typeof from === "number" && !this.returned.has(cause),
    );

  giveBack(lead: ModelTransfer) {
    this.returned.add(lead.cause);
    this.undo.push(() => this.returned.delete(lead.cause));
    this.move({ ...lead, kind: "lead_fee_refund", from: lead.to, to: lead.from });
  }

  /** The same for a lead that was paid by card; not when it goes back to its source. */
  giveBackCard(order: ModelOrder): boolean {
    if (order.intake !== "lead_fee" || this.goesBack(order)) return false;
    this.set(order, { returned: true });
    const { id: cause, paise } = order;
    this.move({ kind: "lead_fee_refund", cause, paise, from: "lead_fee_income", to: order.wallet! });
    return true;
  }

  private goesBack = (order: ModelOrder) => order.refunds.some(({ payment }) => payment === order.paidBy);

  open(order: ModelOrder) {
    this.orders.push(order);
    this.undo.push(() => this.orders.pop());
  }

  /** What the provider says of a payment of an order; over another amount only a capture counts, and it goes back. */
  told(order: ModelOrder, id: string, status: PaymentStatus, paise: number) {
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
    this.move({ kind: intake, cause: order.id, paise: order.paise, from: "gateway", to });
  }

  private extra(order: ModelOrder, payment: ModelPayment) {
    const { id: cause, paise } = payment;
    this.set(payment, { extra: true });
    this.move({ kind: "extra_payment", cause, paise, from: "gateway", to: "payments_to_return" });
    this.request(order, payment);
  }

  /** Whether callback and screen say paid, failed, or that it is being confirmed. */
  state(order: ModelOrder): "paid" | "pending" | "failed" {
    if (order.status === "paid") return "paid";
    const open = order.payments.some(({ status }) => status === "created" || status === "authorized");
    return open ? "pending" : "failed";
  }

  close = (order: ModelOrder) => this.advance(order, "closed");

  earn(order: ModelOrder): boolean {
    if (order.intake !== "booking_fee" || this.goesBack(order)) return false;
    const { id: cause, paise } = order;
    this.set(order, { earned: true });
    this.move({ kind: "booking_fee_earned", cause, paise, from: "booking_fees_held", to: "booking_fee_income" });
    return true;
  }

  /** Why an order's payment does not go back to its source, or the refund of it. */
  refund(order: ModelOrder): string | ModelRefund {
    if (!order.paidBy) return "refund.notPaid";
    const asked = order.refunds.find(({ payment }) => payment === order.paidBy);
    if (asked) return asked;
    if (order.earned) return "refund.earned";
    if (order.intake === "recharge" || order.intake === "late_payment" || order.returned) return "refund.inWallet";
    return this.request(order, order.paidBy);
  }

  private request(order: ModelOrder, payment: ModelPayment): ModelRefund {
    const refund: ModelRefund = { id: "", payment, status: "requested" };
    this.set(order, { refunds: [...order.refunds, refund] });
    return refund;
  }

  /** How a refund ended at the provider; one that failed is tried again. */
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

  /** The paise captured for an order, and those given back to their source. */
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
