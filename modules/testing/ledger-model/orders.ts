import { sql } from "kysely";
import { expect } from "vitest";
import { system } from "#modules/kernel/actor.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { toPaise } from "#modules/kernel/money.ts";
import { openFee } from "#modules/wallet/fees/open-fee.ts";
import { returnBookingFee } from "#modules/wallet/fees/return-booking-fee.ts";
import { earnBookingFee } from "#modules/wallet/ledger/booking-fee.ts";
import { returnLeadFee } from "#modules/wallet/ledger/lead-fee.ts";
import { refundToSource } from "#modules/wallet/refunds/refund-to-source.ts";
import { settle } from "#modules/wallet/refunds/send-refund.ts";
import { closeOrder, completeOrder } from "#modules/wallet/settling/complete-order.ts";
import type { Lane } from "./lane.ts";
import { keyOf, type Model, type ModelOrder } from "./model.ts";
import { type Op, picked, walletsPerLane } from "./plan.ts";

/* What a lane does with orders: opened, reported by the provider, earned, refunded, closed. */

/** Orders of late leads, for the listener of `orderPaid`, which decides as the tickets module would. */
export const lateOrders = new Set<string>();

export async function open(model: Model, lane: Lane, op: Extract<Op, { do: "open" }>) {
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
    sql`update orders set provider_order_id = case when amount_paise > 0 then ${providerOrderId} end, ticket_id = ${leadOf} where id = ${id}`,
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

export async function onOrder(model: Model, lane: Lane, order: ModelOrder, op: OnOrder): Promise<void> {
  switch (op.do) {
    case "told": {
      // The balance paid it: there is nothing at the provider.
      if (order.paise === 0) return;
      const id = `pay_${order.providerOrderId}/${op.payment}`;
      const paise = op.fits ? order.paise : order.paise + 1;
      model.notified(order, id, op.status, paise);
      const { state } = await completeOrder(
        order.id,
        [
          {
            id,
            orderId: order.providerOrderId,
            currency: "INR",
            status: op.status,
            method: "upi",
            amountPaise: toPaise(paise),
            refundedPaise: toPaise(0),
            feePaise: toPaise(0),
            taxPaise: toPaise(0),
            errorCode: null,
            createdAt: new Date(0),
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
        sql`select r.id from refunds r join payments p on p.id = r.payment_id where p.provider_payment_id = ${refund.payment.id}`,
      );
      refund.id = refundRow!.id;
      model.settle(order, refund, op.to);
      await settle(refund.id, op.to, `rfnd_${refund.id}`);
    }
  }
}
