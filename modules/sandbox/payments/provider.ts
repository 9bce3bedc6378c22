import { z } from "zod";
import { sameSecret } from "#modules/kernel/crypto.server.ts";
import { transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import type { Locale } from "#modules/messages/index.ts";
import { answering, badRequest, Refused, unknownId } from "./answers.ts";
import type { ProviderCall } from "./calls.ts";
import { capturedEvents, Pay, pay } from "./checkout.ts";
import { hostedCheckout, hostedPay } from "./checkout-page.ts";
import { handleFaults, misbehaving } from "./faults.ts";
import { listed, recon } from "./lists.ts";
import { refundPayment } from "./refund.ts";
import { collection, orderEntity, paymentEntity } from "./shapes.ts";
import { findOrder, findPayment, insertOrder, markCaptured, ordersByReceipt, paymentsOf } from "./store.ts";
import { sendWebhooks } from "./webhooks.ts";

/**
 * The emulator of Razorpay: its REST API (basic auth), its hosted checkout page, and `POST …/pay`, which acts as a
 * customer in the checkout. Its state is in the sandbox_ tables, shared by all web processes. `…/faults` sets its
 * faults.
 */
export async function handlePayments(request: Request, locale: Locale = "en"): Promise<Response> {
  const path = new URL(request.url).pathname.replace(/^\/sandbox\/razorpay/, "");
  const line = `${request.method} ${path}`;
  if (line === "POST /pay") return answering(async () => pay(parsed(Pay, await json(request))));
  if (line === "POST /v1/checkout/embedded") return hostedCheckout(request, locale);
  if (line === "POST /v1/checkout/embedded/pay") return hostedPay(request, locale);
  if (path === "/faults") return answering(() => handleFaults(request));
  for (const [name, pattern, call] of calls) {
    const match = pattern.exec(line);
    if (!match) continue;
    const id = decodeURIComponent(match[1] ?? "");
    return misbehaving(name, id, () =>
      answering(async () => {
        checkCredentials(request);
        return call(request, id);
      }),
    );
  }
  return answering(async () => {
    throw new Refused(404, "BAD_REQUEST_ERROR", "The requested URL was not found on the server.");
  });
}

type Call = (request: Request, id: string) => Promise<object>;

const calls: [ProviderCall, RegExp, Call][] = [
  ["createOrder", /^POST \/v1\/orders$/, createOrder],
  ["listOrders", /^GET \/v1\/orders$/, listOrders],
  ["order", /^GET \/v1\/orders\/([^/]+)$/, (_, id) => unitOfWork(async () => orderEntity(known(await findOrder(id))))],
  ["orderPayments", /^GET \/v1\/orders\/([^/]+)\/payments$/, (_, id) => unitOfWork(() => listPayments(id))],
  [
    "payment",
    /^GET \/v1\/payments\/([^/]+)$/,
    (_, id) => unitOfWork(async () => paymentEntity(known(await findPayment(id)))),
  ],
  ["capture", /^POST \/v1\/payments\/([^/]+)\/capture$/, capture],
  [
    "refund",
    /^POST \/v1\/payments\/([^/]+)\/refund$/,
    async (request, id) => refundPayment(request, id, await json(request)),
  ],
  ["payments", /^GET \/v1\/payments$/, listed("payments")],
  ["refunds", /^GET \/v1\/refunds$/, listed("refunds")],
  ["settlements", /^GET \/v1\/settlements\/?$/, listed("settlements")],
  ["recon", /^GET \/v1\/settlements\/recon\/combined$/, recon],
];

function checkCredentials(request: Request) {
  const expected = `Basic ${Buffer.from(`${env.paymentKeyId}:${env.paymentKeySecret}`).toString("base64")}`;
  if (!sameSecret(request.headers.get("authorization") ?? "", expected)) {
    throw new Refused(401, "BAD_REQUEST_ERROR", "Authentication failed");
  }
}

const Order = z.object({
  amount: z.int().min(100, "Order amount less than minimum amount allowed"),
  currency: z.literal("INR", "Currency is not supported"),
  receipt: z.string().max(40, "The receipt may not be greater than 40 characters.").nullish(),
  unique_receipt: z.boolean().default(false),
  notes: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
});

async function createOrder(request: Request) {
  const { amount, currency, receipt = null, unique_receipt, notes } = parsed(Order, await json(request));
  const order = await unitOfWork(() =>
    insertOrder({ amount, currency, receipt, uniqueReceipt: unique_receipt, notes }),
  );
  if (!order) throw badRequest("An order with this receipt already exists", { field: "receipt" });
  return orderEntity(order);
}

async function listOrders(request: Request) {
  const receipt = new URL(request.url).searchParams.get("receipt") ?? "";
  return collection((await unitOfWork(() => ordersByReceipt(receipt))).map(orderEntity));
}

async function listPayments(orderId: string) {
  known(await findOrder(orderId));
  return collection((await paymentsOf(orderId)).map(paymentEntity));
}

const Capture = z.object({ amount: z.int(), currency: z.string().default("INR") });

async function capture(request: Request, paymentId: string) {
  const { amount, currency } = parsed(Capture, await json(request));
  const captured = await unitOfWork(() =>
    transaction(async () => {
      const orderId = known(await findPayment(paymentId)).order_id;
      // The order is locked before the payment everywhere, so that two captures cannot deadlock.
      const order = known(await findOrder(orderId, { lock: true }));
      const payment = known(await findPayment(paymentId, { lock: true }));
      if (payment.status === "captured") throw badRequest("This payment has already been captured");
      if (payment.status !== "authorized") throw badRequest("Only payments which have been authorized can be captured");
      if (Number(payment.amount) !== amount || payment.currency !== currency) {
        throw badRequest("Capture amount must be equal to the amount authorized", { field: "amount" });
      }
      if (order.status === "paid") throw badRequest("The order of this payment is already paid");
      return markCaptured(payment);
    }),
  );
  sendWebhooks(...capturedEvents(captured));
  return paymentEntity(captured.payment);
}

function known<T>(entity: T | undefined): T {
  if (entity === undefined) throw unknownId();
  return entity;
}

async function json(request: Request): Promise<unknown> {
  try {
    return JSON.parse((await request.text()) || "{}");
  } catch {
    throw badRequest("The request body is not valid JSON");
  }
}

function parsed<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  throw badRequest(issue.message, { field: issue.path.join(".") });
}
