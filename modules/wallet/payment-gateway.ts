import type { Paise } from "#modules/kernel/money.ts";
import type { CheckoutCallback } from "./shared.ts";

/**
 * What the wallet needs of a payment provider. Ids are the provider's own. Each call outside throws GatewayError when the
 * provider refuses it, and `unavailable` when no valid answer comes in time; call them outside transactions. An answer
 * about another object than the requested one counts as no answer. Nothing here moves money in the ledger.
 */
export type PaymentGateway = {
  /** The provider's name in texts. */
  name: string;
  /** The environment variables of its keys and of its webhook's secret. */
  variables: { keys: readonly string[]; webhookSecret: string };
  /** The path of its webhook here, and the headers with a delivery's signature and its id. */
  webhook: { path: string; headers: { signature: string; eventId: string } };

  /** What a page that offers its checkout needs. */
  checkout(): Checkout;
  /** The fields of its checkout's form. */
  checkoutFields(order: CheckoutOrder, page: CheckoutPage): Record<string, string>;
  /** The proof of payment among the fields with which a checkout sends the browser back; undefined when there is none. */
  readCallback(fields: Record<string, string>): CheckoutCallback | undefined;
  /** The order of a failed payment among these fields, which prove nothing; undefined when none is named. */
  readFailure(fields: Record<string, string>): string | undefined;
  /** Whether the provider signed a callback. Pass the *stored* order id, never the one from the callback (B3, BP-02). */
  isCallbackGenuine(callback: CheckoutCallback): boolean;

  /**
   * Makes the order of a purchase. The receipt (≤ 40 characters) is unique there: a retry after a lost answer finds the
   * first order (B3).
   */
  openOrder(order: NewOrder): Promise<{ id: string }>;
  /** Every payment attempt of an order, newest first. */
  paymentsOfOrder(orderId: string): Promise<GatewayPayment[]>;
  payment(paymentId: string): Promise<GatewayPayment>;
  /** Captures an authorized payment; the amount must be the order's. */
  capture(paymentId: string, amountPaise: Paise, currency: string): Promise<GatewayPayment>;
  /**
   * Refunds a captured payment, or a part of it, to its source. The same key with the same amount is one refund, however
   * often it is sent; a GatewayError with status 409 means the first request is still being processed (B3).
   */
  refund(paymentId: string, amountPaise: Paise, key: string): Promise<GatewayRefund>;

  /** Whether a webhook's raw body (the bytes as received, before any parsing) carries the provider's signature. */
  isWebhookGenuine(rawBody: string | Uint8Array, signature: string | null | undefined): boolean;
  /** Reads a webhook's raw body; undefined when it is not an event. Check its signature first. */
  readWebhook(rawBody: string): GatewayWebhook | undefined;

  /** The provider's movements of days. */
  day: GatewayDay;

  /** Checks that the provider accepts the configured keys, by an order of ₹1 that is never paid. */
  checkKeys(): Promise<void>;
  /** The same by a call that makes nothing. */
  readWithKeys(): Promise<void>;
};

export type NewOrder = { amountPaise: Paise; receipt: string; notes?: Record<string, string | number> };

/** How far a payment is, as the provider reports it. */
export type PaymentStatus = "created" | "authorized" | "captured" | "failed" | "refunded";

/** One attempt to pay an order; fee (its tax included) and tax are 0 before the capture. */
export type GatewayPayment = {
  id: string;
  orderId: string | null;
  amountPaise: Paise;
  currency: string;
  status: PaymentStatus;
  refundedPaise: Paise;
  method: string | null;
  feePaise: Paise;
  taxPaise: Paise;
  errorCode: string | null;
  createdAt: Date;
};

export type GatewayRefund = {
  id: string;
  paymentId: string;
  amountPaise: Paise;
  currency: string;
  status: "pending" | "processed" | "failed";
  createdAt: Date;
};

export type GatewayWebhook = {
  event: string;
  /** Whether something follows from an event of this kind. */
  isHandled: boolean;
  /** The order it is about. */
  orderId: string | undefined;
  /** The refund it is about. */
  refund: GatewayRefund | undefined;
};

/** A payment to the operator's bank account. */
export type GatewaySettlement = { id: string; amountPaise: Paise; status: string; createdAt: Date };

/** One line of what was settled: a payment less its fee, a refund, or an adjustment, transfer and so on. */
export type GatewaySettled = {
  settlementId: string;
  entityId: string;
  type: string;
  at: Date;
  creditPaise: Paise;
  debitPaise: Paise;
  feePaise: Paise;
  taxPaise: Paise;
  currency: string;
};

/**
 * The movements of a day in India (YYYY-MM-DD), page by page from `skip`; `most` are the rows of a full page, and a page
 * that is not full is the last. An answer with more rows counts as no answer, and so do payments, refunds and settlements of
 * another day.
 */
export type GatewayDay = {
  most: { payments: number; refunds: number; settlements: number; recon: number };
  /** Payments made on the day, newest first, whatever became of them. */
  payments(date: string, skip: number): Promise<GatewayPayment[]>;
  refunds(date: string, skip: number): Promise<GatewayRefund[]>;
  settlements(date: string, skip: number): Promise<GatewaySettlement[]>;
  /** The lines of what was settled on the day. */
  recon(date: string, skip: number): Promise<GatewaySettled[]>;
};

/**
 * The public key, the script, the address a form without JavaScript is posted to, and `cspAllow`: the sources its page's
 * Content-Security-Policy must allow (`script-src https://…; frame-src …`); empty for the emulator, which is on this site.
 */
export type Checkout = { keyId: string; scriptUrl: string; hostedUrl: string; cspAllow: string };

/** What a checkout is opened for; the amount in paise. */
export type CheckoutOrder = { keyId: string; orderId: string; amountPaise: Paise; currency: string };

export type CheckoutPage = {
  shopName: string;
  description: string;
  /** Phone and name for the checkout, if this browser may disclose them. */
  contact?: { name: string; phone: string } | undefined;
  /** The addresses after a payment and after closing the checkout. */
  returnUrl: string;
  cancelUrl: string;
};
