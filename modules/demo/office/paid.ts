import { registerConsumer } from "#modules/access/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { minute } from "#modules/kernel/clock.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { paidOrder } from "#modules/sandbox/index.ts";
import { completeOrder, keepProviderOrder, openOrder } from "#modules/wallet/index.ts";
import { fixedId } from "../fixed-id.ts";
import { insertRequest, type MadeRequest } from "../insert-request.ts";
import { asOf } from "./past.ts";

const feePaise = fromRupees(99);

/**
 * Inserts what the public booked, registers who booked it, and pays the fee at the emulated provider two minutes later:
 * it is matched then. `key` names it for ever.
 */
export async function bookAndPay(key: string, request: MadeRequest, serviceIds: ReadonlyMap<string, string>) {
  const { at, name, phone, address } = request;
  await insertRequest(key, request, serviceIds, { created_by: "PUBLIC", booking_fee_paise: feePaise });
  await asOf(at, () => registerConsumer(system("demo"), { name, phone, pincode: address.pincode }));
  await asOf(new Date(at.getTime() + 2 * minute), async () => {
    const prices = { requestBookingAmountPaise: feePaise };
    const ticketId = fixedId(key);
    const order = await openOrder({ purpose: "booking_fee", ticketId, amountPaise: feePaise, priceSnapshot: prices });
    const payment = await paidOrder({ amount: feePaise, receipt: order.receipt, notes: { purpose: order.purpose } });
    await keepProviderOrder(order.id, payment.orderId!);
    await completeOrder(order.id, [payment], "webhook");
  });
}
