import { env } from "#modules/kernel/env.server.ts";
import { type MoveName, moves } from "#modules/tickets/index.ts";
import { isoInstant } from "./copy.ts";
import type { Purchase } from "./volume-money.ts";
import type { Winner } from "./volume-offers.ts";
import type { VolumeTicket, World } from "./volume-world.ts";

type Who = readonly [kind: string, id: string | null];

/** Write a ticket's history rows as the product would have: each move by its event and states in the lifecycle. */
export function writeHistory(world: World, ticket: VolumeTicket, fee: Purchase | null, winner: Winner) {
  const { random, batch, adminId } = world;
  const { id, course, origin, bookedAt, closing } = ticket;
  const write = (time: number, event: string, actor: Who, data: object, from: string | null, to: string | null) =>
    batch.add("history", [random.id(time), "ticket", id, event, actor[0], actor[1], from, to, data, isoInstant(time)]);
  const happened = (time: number | undefined, event: string, actor: Who, data: object = {}) => {
    if (time !== undefined) write(time, event, actor, data, null, null);
  };
  const moved = (names: readonly MoveName[], actor: Who, data: object = {}) => {
    for (const { move, from, at: time } of course.steps)
      if (names.includes(move)) write(time, moves[move].event, actor, data, from, moves[move].to);
  };
  const author: Who =
    origin.createdBy === "CENTER"
      ? ["center", origin.partner!.id]
      : origin.createdBy === "SUPER_ADMIN"
        ? ["admin", adminId]
        : ["anyone", null];
  const payments: Who = ["system:payments", null];
  const admin: Who = ["admin", adminId];
  const center: Who = ["center", course.center?.id ?? null];
  const technician: Who = ["technician", course.technician?.id ?? null];
  const matcher = fee ? payments : author;
  const centerId = course.center?.id;

  const created = { createdBy: origin.createdBy, ...(origin.revisitOf && { revisitOf: origin.revisitOf }) };
  write(bookedAt, "ticket.created", author, created, null, "PENDING");
  if (!course.serviceAvailable) happened(bookedAt, "ticket.noCenter", author);
  if (fee) happened(course.paidAt, "ticket.feePaid", payments, { orderId: fee.orderId, amountPaise: fee.amountPaise });
  if (course.offered.length > 0)
    happened(course.matchedAt, "ticket.broadcasted", matcher, { centers: course.offered.length });
  else happened(course.matchedAt, "ticket.matched", matcher, { centerId });
  happened(course.escalatedAt, "ticket.escalated", ["system:escalation", null], { minutes: env.escalateAfterMinutes });
  moved(["accept"], center, { centerId, broadcastId: winner?.broadcastId, paidFrom: course.paidFrom });
  happened(course.assignedAt, "ticket.technicianAssigned", center, { technicianId: course.technician?.id });
  happened(course.startedAt, "ticket.started", technician);
  moved(["verify", "hold", "refuse", "cancel"], admin);
  happened(course.refund?.at, "ticket.feeReturned", ["system:refunds", null], {
    orderId: fee?.orderId,
    amountPaise: fee?.amountPaise,
    reason: course.refund?.reason,
  });
  moved(["close"], center, { closingPricePaise: closing?.pricePaise, code: closing?.code });
}
