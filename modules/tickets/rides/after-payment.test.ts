import { beforeEach, describe, expect, test } from "vitest";
import { system } from "#modules/kernel/actor.ts";
import { toPaise } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aServedTicket, asVisitor } from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { gateway } from "#modules/wallet/index.ts";
import { bookingState } from "../booking/booking-state.ts";
import { payBooking } from "../booking/pay-booking.ts";
import { afterPayment } from "./after-payment.ts";

openDatabase();

const till = openTill();
const checkout = system("checkout-return");

/** A served ticket whose fee is due, and its order as the provider knows it. */
async function aDueTicket() {
  const ticket = await aServedTicket({ bookingFeePaise: toPaise(9900) });
  const order = await till.anOrder({ purpose: "booking_fee", ticketId: ticket.id });
  return { ticketId: ticket.publicId, providerOrderId: order.providerOrderId! };
}

const failure = (metadata: string) => ({ "error[code]": "BAD_REQUEST_ERROR", "error[metadata]": metadata });

describe("a browser that comes back from the checkout", () => {
  let due: Awaited<ReturnType<typeof aDueTicket>>;
  beforeEach(async () => {
    due = await aDueTicket();
  });

  test("with a signed success has paid for its ticket", async () => {
    const fields = await till.checkout(due.providerOrderId);
    const { ticketId } = due;
    expect(await afterPayment(checkout, { ...fields! })).toEqual({
      state: "paid",
      purpose: "booking_fee",
      ticketId,
      ride: null,
      orderId: expect.any(String),
    });
    expect((await bookingState({ ticketId })).state).toBe("created");
  });

  test("with a failure is told so, and its order stays to be tried again", async () => {
    await till.pay(due.providerOrderId, "failure");
    const fields = failure(JSON.stringify({ payment_id: "pay_1", order_id: due.providerOrderId }));
    expect(await afterPayment(checkout, fields)).toMatchObject({ state: "failed", ticketId: due.ticketId });
    expect((await bookingState(due)).state).toBe("due");
    expect((await payBooking(asVisitor(), due)).order_id).toBe(due.providerOrderId);
  });

  test("H7 with a failure it made up after paying has paid all the same: the provider is asked", async () => {
    await till.pay(due.providerOrderId);
    const fields = failure(JSON.stringify({ order_id: due.providerOrderId }));
    expect((await afterPayment(checkout, fields)).state).toBe("paid");
  });

  test("H7 with a signature that is not the provider's is refused and changes nothing", async () => {
    const fields = (await till.checkout(due.providerOrderId))!;
    const { signature } = gateway.readCallback(fields)!;
    const forged = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        value === signature ? value.replace(/.$/, (last) => (last === "0" ? "1" : "0")) : value,
      ]),
    );
    await expect(afterPayment(checkout, forged)).rejects.toMatchObject({ key: "payment.notProven" });
    expect((await bookingState(due)).state).toBe("due");
  });

  test.each([
    ["nothing", {}, "payment.notProven"],
    ["broken metadata", failure("{"), "payment.notProven"],
    ["metadata without an order", failure("{}"), "payment.notProven"],
    ["an order that is not ours", failure('{"order_id":"order_none"}'), "payment.missing"],
  ])("with %s is refused", async (_what, fields, key) => {
    await expect(afterPayment(checkout, fields as Record<string, string>)).rejects.toMatchObject({ key });
  });
});
