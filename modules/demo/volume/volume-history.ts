import { at } from "./copy.ts";
import type { Purchase } from "./volume-money.ts";
import type { Winner } from "./volume-offers.ts";
import type { VolumeTicket, World } from "./volume-world.ts";

/** Write a ticket's history rows as the product would have. */
export function writeHistory(world: World, ticket: VolumeTicket, fee: Purchase | null, winner: Winner) {
  const { random, batch, adminId } = world;
  const { id, course, origin, bookedAt, closing } = ticket;
  const tell = (
    time: number | undefined,
    event: string,
    actor: Who,
    from: string | null,
    to: string | null,
    data = {},
  ) => {
    if (time === undefined) return;
    batch.add("history", [random.id(time), "ticket", id, event, actor[0], actor[1], from, to, data, at(time)]);
  };
  const author: Who =
    origin.createdBy === "CENTER"
      ? ["center", origin.partner!.id]
      : origin.createdBy === "SUPER_ADMIN"
        ? ["admin", adminId]
        : ["anyone", null];
  const payments: Who = ["system:payments", null];
  const center: Who = ["center", course.center?.id ?? null];
  const technician: Who = ["technician", course.technician?.id ?? null];
  const matcher = fee ? payments : author;
  const centerId = course.center?.id;
  const held = course.acceptedAt === undefined ? "PENDING" : "ACCEPTED";

  tell(bookedAt, "ticket.created", author, null, "PENDING", {
    createdBy: origin.createdBy,
    ...(origin.revisitOf && { revisitOf: origin.revisitOf }),
  });
  if (!course.serviceAvailable) tell(bookedAt, "ticket.noCenter", author, null, null);
  if (fee)
    tell(course.paidAt, "ticket.feePaid", payments, null, null, { orderId: fee.orderId, amountPaise: fee.amountPaise });
  if (course.asked.length > 0)
    tell(course.matchedAt, "ticket.broadcasted", matcher, null, null, { centers: course.asked.length });
  else tell(course.matchedAt, "ticket.matched", matcher, null, null, { centerId });
  tell(course.escalatedAt, "ticket.escalated", ["system:escalation", null], null, null, { minutes: 15 });
  tell(course.acceptedAt, "ticket.accepted", center, "PENDING", "ACCEPTED", {
    centerId,
    broadcastId: winner?.broadcastId,
    paidFrom: course.paidFrom,
  });
  tell(course.assignedAt, "ticket.technicianAssigned", center, null, null, { technicianId: course.technician?.id });
  tell(course.startedAt, "ticket.started", technician, null, null);
  tell(course.reviewedAt, reviewEvents[course.status] ?? "", ["admin", adminId], held, course.status);
  tell(course.cancelledAt, "ticket.cancelled", ["admin", adminId], held, "CANCEL");
  tell(course.refund?.at, "ticket.feeReturned", ["system:refunds", null], null, null, {
    orderId: fee?.orderId,
    amountPaise: fee?.amountPaise,
    reason: course.refund?.reason,
  });
  tell(course.closedAt, "ticket.closed", center, held, "CLOSED", {
    closingPricePaise: closing?.pricePaise,
    code: closing?.code,
  });
}

type Who = readonly [kind: string, id: string | null];

const reviewEvents: Record<string, string> = {
  VERIFIED: "ticket.verified",
  ON_HOLD: "ticket.held",
  REJECT: "ticket.refused",
};
