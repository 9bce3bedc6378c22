import { z } from "zod";
import { adminCard, decidersToAlert, operatorsToAlert, passwordChanged } from "#modules/access/index.ts";
import { statesOfOnboarders } from "#modules/centers/index.ts";
import { env } from "#modules/kernel/env.server.ts";
import { heldFeesWaiting, isUnstaffed, unservedOn, visitUnstaffed } from "#modules/tickets/index.ts";
import { asVariable, openCause, ticketFacts } from "../tell/facts.ts";
import { notification, text, when, whenFor } from "../tell/notification.ts";

/* The messages to admins, operators and onboarders. */

const id = z.uuid();

/** An alert to one admin of so many of something at a moment. */
const Count = z.object({ adminId: id, count: z.int().positive(), at: z.iso.datetime() });

/** Of the admins an alert is for the one it was queued for, if it is still for them. */
async function stillOf(admins: Promise<{ id: string; mobile: string }[]>, adminId: string) {
  const admin = (await admins).find((one) => one.id === adminId);
  return admin && { phone: admin.mobile };
}

export const deskNotifications = {
  /** So that a change by another person is noticed (H1). */
  passwordChanged: notification({
    job: "notifications.tellPasswordChanged",
    payload: passwordChanged.payload,
    events: [when(passwordChanged)],
    channels: ["sms"],
    audience: async ({ adminId }) => {
      const { mobile } = await adminCard(adminId);
      return mobile ? { phone: mobile } : undefined;
    },
    cause: ({ adminId, at }) => `admin:${adminId}:passwordChanged:${at}`,
    text: () => text("passwordChanged", {}),
  }),
  /** A request that no center accepted, if it is still waiting; queued for each operator by the job `notifications.alertOperators`. */
  escalation: notification({
    job: "notifications.tellOperator",
    payload: z.object({ ticketId: id, adminId: id, handBacks: z.int().min(0).optional() }),
    channels: ["sms"],
    resend: false,
    audience: async ({ ticketId, adminId }) => {
      const ticket = await ticketFacts(ticketId);
      const operator = await stillOf(operatorsToAlert(), adminId);
      return ticket && operator && { ...operator, ticketId, number: ticket.number, status: ticket.status };
    },
    cause: ({ ticketId, adminId, handBacks }) => openCause(`ticket:${ticketId}:escalation:${adminId}`, handBacks),
    text: ({ number, status }) =>
      status === "PENDING"
        ? text("escalation", { number: asVariable(number), minutes: env.escalateAfterMinutes })
        : undefined,
  }),
  /** Half an hour before a visit without a technician, to each operator; while it has none. */
  unstaffed: notification({
    job: "notifications.tellOperatorUnstaffed",
    payload: z.object({ ticketId: id, adminId: id, alertId: id }),
    events: [
      whenFor(visitUnstaffed, async ({ ticketId, alertId, ofCenter }) =>
        ofCenter ? [] : (await operatorsToAlert()).map(({ id: adminId }) => ({ ticketId, alertId, adminId })),
      ),
    ],
    channels: ["sms"],
    resend: false,
    audience: async ({ ticketId, adminId }) => {
      const ticket = await ticketFacts(ticketId);
      const operator = await stillOf(operatorsToAlert(), adminId);
      return ticket && operator && { ...operator, ticketId, number: ticket.number };
    },
    cause: ({ adminId, alertId }) => `unstaffed:${alertId}:${adminId}`,
    text: async ({ number }, { ticketId }) =>
      (await isUnstaffed(ticketId)) ? text("visitUnstaffed", { number: asVariable(number) }) : undefined,
  }),
  /** Booking fees undecided for two days, to those who decide about money. */
  heldFees: notification({
    job: "notifications.tellHeldFees",
    payload: Count,
    events: [
      whenFor(heldFeesWaiting, async ({ count, at }) =>
        (await decidersToAlert()).map(({ id: adminId }) => ({ adminId, count, at })),
      ),
    ],
    channels: ["sms"],
    resend: false,
    audience: ({ adminId }) => stillOf(decidersToAlert(), adminId),
    cause: ({ adminId, at }) => `heldFees:${at}:${adminId}`,
    text: (_, { count }) => text("heldFees", { count }),
  }),
  /** Messages that were given up; queued by `giveUpLost`. */
  messagesLost: notification({
    job: "notifications.tellLost",
    payload: Count,
    channels: ["sms"],
    resend: false,
    audience: ({ adminId }) => stillOf(operatorsToAlert(), adminId),
    cause: ({ adminId, at }) => `lost:${at}:${adminId}`,
    text: (_, { count }) => text("messagesLost", { count }),
  }),
  /** A day's requests in an onboarder's states that no center serves, and where most of them are; none without one. */
  unservedDemand: notification({
    job: "notifications.tellDemand",
    payload: z.strictObject({ onboarderId: id, date: z.iso.date() }),
    channels: ["sms"],
    audience: async ({ onboarderId }) => (await statesOfOnboarders(onboarderId))[0],
    cause: ({ onboarderId, date }) => `demand:${date}:${onboarderId}`,
    text: async ({ states }, { date }) => {
      const { requests, most } = await unservedOn(date, states);
      return most && text("unservedDemand", { count: requests, place: asVariable(`${most.pincode} ${most.service}`) });
    },
  }),
};
