import { z } from "zod";
import { priceInForce } from "#modules/catalog/index.ts";
import {
  centerRestricted,
  deskLoginElsewhere,
  deskLoginEnded,
  deskLoginProven,
  deskNames,
  documentRejected,
  getCenter,
  termOf,
} from "#modules/centers/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { fromIst, istDate, showDate } from "#modules/kernel/clock.ts";
import { withoutContacts } from "#modules/kernel/mask.ts";
import {
  isTimeChangeOpen,
  isUnstaffed,
  openOffersOfRun,
  ticketMatched,
  timeChangeWanted,
  visitMissed,
  visitUnstaffed,
  waitingOffered,
  windowChosen,
} from "#modules/tickets/index.ts";
import {
  additionFacts,
  adjustmentFacts,
  centerSubscription,
  leadReturned,
  objectionSettled,
  walletAdjusted,
} from "#modules/wallet/index.ts";
import { centerFacts, centerOfRequest, offeredCenter } from "../tell/center-facts.ts";
import { asVariable, inRupees, openCause } from "../tell/facts.ts";
import { notification, text, when, whenFor } from "../tell/notification.ts";
import { browserTargets } from "../tell/push-targets.ts";
import { causeOnce } from "./cause.ts";

/* The messages to centers. */

const id = z.uuid();

/** New Tickets, where offers are accepted. */
const newTickets = "/brodcast-requests";

/** Of an offer: `handBacks` is how often the request was handed back before. */
const Offer = z.object({ ticketId: id, centerId: id, handBacks: z.int().min(0).optional() });
type Offer = z.output<typeof Offer>;

/** A center gets one message for all requests of a run. */
const ownOffer = ({ ticketId, centerId, runId }: Offer & { runId?: string | undefined }) =>
  runId ? [] : [{ ticketId, centerId }];
const offerCause = ({ ticketId, centerId, handBacks }: Offer) =>
  openCause(`ticket:${ticketId}:center:${centerId}`, handBacks);
/** Service and pincode, nothing about the customer (fixed point 16). */
const offerText = ({ service, pincode }: { service: string; pincode: string }) =>
  text("centerNewRequest", { service, pincode });

/** A center with the facts of a refund or penalty. */
async function adjustedCenter({ adjustmentId }: { adjustmentId: string }) {
  const facts = await adjustmentFacts(adjustmentId);
  const center = facts && (await centerOfRequest(facts));
  return center && { ...facts, ...center };
}

/** The center of a request, with the request's number. */
async function requestAtCenter(about: { ticketId: string; centerId: string }) {
  const center = await centerOfRequest(about);
  return center && { ...center, centerId: about.centerId };
}

/** The person of a desk in a message to the center's owner; an erased one has no name. */
async function personOfDesk(loginId: string) {
  const name = (await deskNames([loginId])).get(loginId) ?? "";
  return { name: asVariable(withoutContacts(name)) || "-" };
}

/** Wallet, papers, subscription and desk logins are the owner's: the inbox hides them from the desk. */
const ownersPush = async (centerId: string, path: string) => ({ to: await browserTargets(centerId, "owner"), path });

export const centerNotifications = {
  /** Once each time a request is open. */
  offer: notification({
    job: "notifications.tellCenter",
    payload: Offer,
    events: [whenFor(ticketMatched, ownOffer)],
    channels: ["whatsapp", "sms"],
    audience: offeredCenter,
    cause: offerCause,
    text: offerText,
  }),
  offerPush: notification({
    job: "notifications.pushToCenter",
    payload: Offer,
    events: [whenFor(ticketMatched, ownOffer)],
    channels: ["push"],
    audience: offeredCenter,
    cause: offerCause,
    text: offerText,
    push: async ({ centerId, ticketId }) => ({
      to: await browserTargets(centerId),
      path: newTickets,
      tag: ticketId.slice(-12),
    }),
  }),
  /** One message for all that a run offered or assigned, counting those that are still open. */
  waiting: notification({
    job: "notifications.tellWaiting",
    payload: waitingOffered.payload,
    events: [when(waitingOffered, () => true)],
    channels: ["sms", "push"],
    audience: ({ centerId }) => centerFacts(centerId),
    cause: ({ centerId, runId }) => `center:${centerId}:waiting:${runId}`,
    text: async (_, { runId, given }) => {
      const count = given + (await openOffersOfRun(runId));
      return count > 0 ? text("centerWaiting", { count }) : undefined;
    },
    push: async ({ centerId }) => ({ to: await browserTargets(centerId), path: newTickets }),
  }),
  /** The customer wants another time; while the center can still answer. */
  timeChange: notification({
    job: "notifications.tellTimeChange",
    payload: timeChangeWanted.payload,
    events: [when(timeChangeWanted)],
    channels: ["sms", "push"],
    audience: requestAtCenter,
    cause: ({ timeChangeId }) => `timeChange:${timeChangeId}`,
    text: async ({ number }, { timeChangeId }) =>
      (await isTimeChangeOpen(timeChangeId)) ? text("centerTimeChange", { number: asVariable(number) }) : undefined,
    push: async ({ centerId }) => ({ to: await browserTargets(centerId), path: "/tickets-center" }),
  }),
  /** A customer chose a time that it proposed: the request is its own, or can be paid for now. */
  timeChosen: notification({
    job: "notifications.tellTimeChosen",
    payload: windowChosen.payload,
    events: [when(windowChosen)],
    channels: ["sms", "push"],
    audience: async ({ ticketId, centerId }) => {
      const center = await centerOfRequest({ ticketId, centerId });
      return center && { ...center, centerId };
    },
    cause: ({ proposalId }) => `proposal:${proposalId}:chosen`,
    text: ({ number }) => text("timeChosen", { number: asVariable(number) }),
    push: async ({ centerId }) => ({ to: await browserTargets(centerId), path: newTickets }),
  }),
  /** Half an hour before a visit without a technician; while it has none. */
  unstaffed: notification({
    job: "notifications.tellUnstaffed",
    payload: visitUnstaffed.payload,
    events: [when(visitUnstaffed)],
    channels: ["sms", "push"],
    audience: requestAtCenter,
    cause: ({ alertId }) => `unstaffed:${alertId}`,
    text: async ({ number }, { ticketId }) =>
      (await isUnstaffed(ticketId)) ? text("centerUnstaffed", { number: asVariable(number) }) : undefined,
    push: async ({ centerId }) => ({ to: await browserTargets(centerId), path: "/day" }),
  }),
  /** Nobody came, its customer says; also where another center is chosen then. */
  missed: notification({
    job: "notifications.tellMissed",
    payload: visitMissed.payload,
    events: [when(visitMissed)],
    channels: ["sms", "push"],
    audience: requestAtCenter,
    cause: ({ missedId }) => `missed:${missedId}`,
    text: ({ number }) => text("centerMissed", { number: asVariable(number) }),
    push: async ({ centerId }) => ({ to: await browserTargets(centerId), path: "/tickets-center" }),
  }),
  /** The lead price it paid is back in its wallet. */
  leadReturned: notification({
    job: "notifications.tellLeadReturned",
    payload: leadReturned.payload,
    events: [when(leadReturned)],
    channels: ["sms"],
    audience: centerOfRequest,
    cause: ({ cause }) => `lead:${cause}:returned`,
    text: ({ number }, { amountPaise }) =>
      text("leadReturned", { rupees: inRupees(amountPaise), number: asVariable(number) }),
  }),
  adjusted: notification({
    job: "notifications.tellAdjusted",
    payload: walletAdjusted.payload,
    events: [when(walletAdjusted)],
    channels: ["sms"],
    audience: adjustedCenter,
    cause: ({ adjustmentId }) => `adjustment:${adjustmentId}`,
    text: ({ kind, amountPaise, number, reason }) => {
      const rupees = inRupees(amountPaise);
      if (kind === "Refund") return text("leadReturned", { rupees, number: asVariable(number) });
      return text("penaltyTaken", { rupees, reason: asVariable(reason) || "-" });
    },
  }),
  objectionSettled: notification({
    job: "notifications.tellObjectionSettled",
    payload: objectionSettled.payload,
    events: [when(objectionSettled)],
    channels: ["sms"],
    audience: adjustedCenter,
    cause: ({ adjustmentId }) => `adjustment:${adjustmentId}:settled`,
    text: ({ objection, amountPaise, number }) => {
      if (!objection || objection === "OPEN") return undefined;
      const values = { rupees: inRupees(amountPaise), number: asVariable(number) };
      return text(objection === "RETURNED" ? "penaltyReturned" : "penaltyUpheld", values);
    },
  }),
  /** What an admin added to its wallet; no SMS is registered for it. */
  credit: notification({
    job: "notifications.tellCredit",
    payload: walletAdjusted.payload,
    events: [when(walletAdjusted)],
    channels: ["push"],
    audience: async ({ adjustmentId }) => {
      const added = await additionFacts(adjustmentId);
      const center = added && (await centerFacts(added.centerId));
      return center && { ...center, amountPaise: added.facts.amountPaise };
    },
    cause: ({ adjustmentId }) => `adjustment:${adjustmentId}`,
    text: ({ amountPaise }) => text("walletCredited", { rupees: inRupees(amountPaise) }),
    push: ({ centerId }) => ownersPush(centerId, "/inbox"),
  }),
  /** Its inbox names the paper. */
  rejected: notification({
    job: "notifications.tellRejected",
    payload: documentRejected.payload.and(z.object({ cause: z.string() })),
    events: [
      whenFor(documentRejected, (rejected) => [
        { ...rejected, cause: causeOnce(`center:${rejected.centerId}:papers`) },
      ]),
    ],
    channels: ["sms", "push"],
    audience: ({ centerId }) => centerFacts(centerId),
    cause: ({ cause }) => cause,
    text: () => text("centerPapers", {}),
    push: ({ centerId }) => ownersPush(centerId, "/inbox"),
  }),
  /** Not when the person is added: until the first login nobody has access, and one message is read. */
  deskLoginProven: notification({
    job: "notifications.tellDeskLogin",
    payload: deskLoginProven.payload,
    events: [when(deskLoginProven)],
    channels: ["sms", "push"],
    audience: ({ centerId }) => centerFacts(centerId),
    cause: ({ loginId }) => `deskLogin:${loginId}:proven`,
    text: async (_, { loginId }) => text("deskLoginProven", await personOfDesk(loginId)),
    push: ({ centerId }) => ownersPush(centerId, "/center-logins"),
  }),
  deskLoginElsewhere: notification({
    job: "notifications.tellDeskLoginElsewhere",
    payload: deskLoginElsewhere.payload,
    events: [when(deskLoginElsewhere)],
    channels: ["sms", "push"],
    audience: ({ centerId }) => centerFacts(centerId),
    cause: ({ loginId }) => `deskLogin:${loginId}:elsewhere`,
    text: () => text("deskLoginElsewhere", {}),
    push: ({ centerId }) => ownersPush(centerId, "/center-logins"),
  }),
  deskLoginEnded: notification({
    job: "notifications.tellDeskLoginEnded",
    payload: deskLoginEnded.payload,
    events: [when(deskLoginEnded)],
    channels: ["sms", "push"],
    audience: ({ centerId }) => centerFacts(centerId),
    cause: ({ loginId }) => `deskLogin:${loginId}:ended`,
    text: async (_, { loginId }) => text("deskLoginEnded", await personOfDesk(loginId)),
    push: ({ centerId }) => ownersPush(centerId, "/center-logins"),
  }),
  /** With the operators' reason; that it is enabled again is in its inbox only. */
  disabled: notification({
    job: "notifications.tellDisabled",
    payload: centerRestricted.payload.and(z.object({ cause: z.string() })),
    events: [
      whenFor(centerRestricted, (restricted) => [
        { ...restricted, cause: causeOnce(`center:${restricted.centerId}:restricted`) },
      ]),
    ],
    channels: ["sms"],
    audience: ({ centerId }) => centerFacts(centerId),
    cause: ({ cause }) => cause,
    text: (_, { disabledFor, why }) =>
      disabledFor.length > 0
        ? text("centerDisabled", { reason: asVariable(withoutContacts(why ?? "")) || "-" })
        : undefined,
  }),
  /**
   * That its trial or subscription ends and what the next one costs; by push alone that it has ended. Not for a center
   * that has another end by now.
   */
  term: notification({
    job: "notifications.tellTerm",
    // Queued by an older version it names no stage and no end, and sends nothing.
    payload: z.object({
      centerId: id,
      cause: z.string(),
      of: z.enum(["trial", "subscription"]).optional(),
      stage: z.enum(["15", "7", "1", "over"]).optional(),
      endsOn: z.string().optional(),
    }),
    channels: ["sms", "push"],
    audience: ({ centerId }) => centerFacts(centerId),
    cause: ({ cause }) => cause,
    text: async ({ centerId }, { stage, endsOn }, locale) => {
      if (!stage || !endsOn) return undefined;
      if (istDate(termOf(await getCenter(centerId)).endsAt) !== endsOn) return undefined;
      if (stage === "over") return text("centerTermOver", {});
      const { annualSubscriptionPaise } = await priceInForce();
      const { balance } = await centerSubscription(system("messages"), { centerId });
      const date = asVariable(showDate(fromIst(endsOn), locale));
      return text("centerTermEnds", { date, rupees: inRupees(balance?.amountPaise ?? annualSubscriptionPaise) });
    },
    push: ({ centerId }) => ownersPush(centerId, "/payments"),
  }),
};
