import { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import { askerOf } from "#app/http/session/known-browser.server.ts";
import { keepPrivate } from "#app/parts/login/private-link.server.ts";
import { typedPhone } from "#app/parts/login/typed-phone.server.ts";
import { proofState } from "#app/parts/login/typed-proof.server.ts";
import {
  paperAt,
  papers,
  type TrackingAction,
  ticketIn,
  trackingIntents,
  trackingPath,
} from "#app/parts/tickets/tracking-paths.ts";
import { windowChoice } from "#app/parts/times/window-choice.server.ts";
import { codeHeld, phonesJustProved } from "#modules/access/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { env } from "#modules/kernel/env.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import { maskPublic } from "#modules/kernel/mask.ts";
import { istDay, publicId } from "#modules/kernel/validation.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import {
  type CancelTerms,
  type Codes,
  correctableOf,
  type NobodyCameView,
  needPictures,
  nobodyCameView,
  type OwnTimeChange,
  ownCancelTerms,
  ownCodes,
  ownRequests,
  ownStartCode,
  ownTimeChange,
  type ProposalsView,
  rebookPrice,
  type StillNeededView,
  type Tracking,
  type TrackingDetails,
  ticketOfLink,
  trackTicket,
} from "#modules/tickets/index.ts";
import { firstBookableDay } from "#modules/tickets/shared.ts";

type Anyone = ActorOf<"anyone">;

/** What to show instead of the request; unknown values show the request. */
export const TrackingQuery = z.object({
  do: z.enum(trackingIntents).optional().catch(undefined),
  step: z.enum(["code", "wait", "phone"]).optional().catch(undefined),
  get: z.enum(papers).optional().catch(undefined),
  day: istDay.optional().catch(undefined),
});
type TrackingQuery = z.output<typeof TrackingQuery>;

/** The tracking page: the request, or the one action that was asked for. */
export async function trackingView(anyone: Anyone, { do: action, step, get, day: date }: TrackingQuery, door: Door) {
  keepPrivate(door);
  const id = ticketIn(door.url);
  if (!id) return findView(anyone, step, door);
  if (!publicId.safeParse(id).success) throw missing("ticket.notFound");
  const tracked = await trackTicket(anyone, id);
  if (!action) {
    // Who has just proved the phone for a paper gets it, with or without JavaScript; the page stays.
    if (get && tracked.offers[get] && tracked.access === "full")
      door.headers.set("refresh", `0;url=${paperAt(get, tracked.id)}`);
    const link = `${env.publicUrl}/ServiceStatus/?${tracked.id}`;
    return {
      view: "request" as const,
      tracked,
      link,
      codes: await codesOf(anyone, tracked),
      startCode: await startCodeOf(anyone, tracked),
      pictures: await needPictures(anyone, tracked.id),
    };
  }
  const { stillNeeded, proposals } = tracked;
  const offered = isOffered(tracked, action);
  const { details } = tracked;
  if (offered && tracked.access !== "full") {
    return {
      view: "proof" as const,
      id,
      number: tracked.number,
      /** Thirty days after its end not even the masked phone is shown (H3). */
      phone: details && tracked.proofPhone,
      action: action,
      step: step === "code" || step === "wait" ? step : ("send" as const),
      waitSeconds: step ? await waitHere(id, door) : 0,
      sandbox: env.sandbox,
    };
  }
  if (offered && details && (action === "rebook" || action === "revisit")) return againView(tracked, details, action);
  if (offered && action === "cancel") {
    const terms = await ownCancelTerms(anyone, id);
    if (terms) return cancelView(tracked, terms, await ownTimeChange(anyone, id));
  }
  if (offered && action === "nobodyCame") {
    const missed = await nobodyCameView(anyone, id);
    if (missed) return missedView(tracked, missed);
  }
  if (offered && action === "changeTime") {
    const change = await ownTimeChange(anyone, id);
    if (!("against" in change)) return changeTimeView(tracked, change, date);
    door.toast(change.against, undefined, "warn");
  }
  if (offered && action === "correct") {
    const place = await correctableOf(anyone, id);
    if (place) return { view: "correct" as const, ...topOf(tracked), ...place };
  }
  if (offered && action === "note") return { view: "note" as const, id, number: tracked.number };
  if (offered && action === "stillNeeded" && stillNeeded) return questionView(tracked, stillNeeded);
  if (offered && action === "chooseTime" && proposals) return proposalsView(tracked, proposals);
  // Another tab or phone was faster: its revisit stands on the page this leads to.
  if (action === "revisit" && tracked.offers.revisitRuns) door.toast("revisit.open", undefined, "bad");
  throw door.go(trackingPath(id));
}
export type TrackingView = Awaited<ReturnType<typeof trackingView>>;
export type ProofView = Extract<TrackingView, { view: "proof" }>;
export type AgainView = Extract<TrackingView, { view: "again" }>;
export type NobodyCameScreen = Extract<TrackingView, { view: "nobodyCame" }>;
export type ChangeTimeView = Extract<TrackingView, { view: "changeTime" }>;
export type CorrectView = Extract<TrackingView, { view: "correct" }>;
export type NoteView = Extract<TrackingView, { view: "note" }>;
export type CancelView = Extract<TrackingView, { view: "cancel" }>;
export type StillNeededScreen = Extract<TrackingView, { view: "stillNeeded" }>;
export type ProposalsScreen = Extract<TrackingView, { view: "chooseTime" }>;
export type FindView = Extract<TrackingView, { view: "find" }>;
export type FindPhoneView = Extract<TrackingView, { view: "findPhone" }>;

function isOffered({ stillNeeded, proposals, offers }: Tracking, action: TrackingAction): boolean {
  if (action === "see") return true;
  if (action === "stillNeeded") return stillNeeded?.state === "open";
  if (action === "chooseTime") return proposals !== null && proposals.busyUntil === null;
  return offers[action];
}

/** How long this browser waits for another code to the phone of a request. */
const waitHere = async (id: string, door: Door) =>
  (await codeHeld({ phone: (await ticketOfLink(id)).phone, purpose: "tracking", ...askerOf(door) })).waitSeconds;

/** The codes, from the day of the visit on, for a visitor who proved the phone. */
const codesOf = async (anyone: Anyone, { access, id }: Tracking): Promise<Codes | null> =>
  access === "full" ? ownCodes(anyone, id) : null;

/** The start code, until the visit began, for a visitor who proved the phone. */
const startCodeOf = async (anyone: Anyone, { access, id }: Tracking): Promise<string | null> =>
  access === "full" ? ownStartCode(anyone, id) : null;

/**
 * Without a request in the address, Find my request: the requests of the phones this browser proved. A phone that was
 * just typed is proved first, and so is one whose older requests are asked for (`step=phone`).
 */
async function findView(anyone: Anyone, step: TrackingQuery["step"], door: Door) {
  const phone = typedPhone(door);
  const typed = step === "code" || step === "wait" ? phone : undefined;
  const proves =
    step === "phone" || (typed !== undefined && !(await phonesJustProved(anyone.visitorId)).includes(typed));
  if (anyone.phones.length === 0 || proves) {
    return { view: "findPhone" as const, proof: await proofState(door, step === "phone" ? undefined : step) };
  }
  return { view: "find" as const, phones: anyone.phones.map(maskPublic), ...(await ownRequests(anyone)) };
}

/** What the band of an act says of its request: what and when, and how far it is. */
const topOf = ({ id, number, details, timeline }: Tracking) => ({
  id,
  number,
  service: details?.service ?? null,
  visitAt: details?.timePreference.at ?? null,
  reached: timeline.filter(({ state }) => state === "done").length,
  steps: timeline.length,
});
export type ActTop = ReturnType<typeof topOf>;

const cancelView = (tracked: Tracking, terms: CancelTerms, change: OwnTimeChange | { against: MessageKey }) => ({
  view: "cancel" as const,
  ...topOf(tracked),
  pickDrop: tracked.pickDrop,
  /** Until when the time can be changed instead, null where that names no moment; undefined where it cannot be. */
  changeUntil: "against" in change ? undefined : change.until,
  ...terms,
  at: now(),
});

/** The days and windows there are, those of one day at a time. */
function changeTimeView({ id, number, details }: Tracking, change: OwnTimeChange, date: string | undefined) {
  const { days, ...terms } = change;
  return {
    view: "changeTime" as const,
    id,
    number,
    service: details?.service ?? null,
    center: details?.center ?? null,
    ...terms,
    ...windowChoice(days, [date], (day) => trackingPath(id, { do: "changeTime", day })),
  };
}

function missedView({ id, number, details, help }: Tracking, missed: NobodyCameView) {
  const { name, phone, mayCall } = details?.technician ?? {};
  return {
    view: "nobodyCame" as const,
    id,
    number,
    service: details?.service ?? null,
    center: details?.center ?? null,
    technician: mayCall && name && phone ? { name, phone } : null,
    helpPhone: help.phone,
    now: now(),
    ...missed,
  };
}

const questionView = ({ id, number, details, pickDrop }: Tracking, { reason, until }: StillNeededView) => ({
  view: "stillNeeded" as const,
  id,
  number,
  service: details?.service ?? null,
  pickDrop,
  reason,
  until,
});

const proposalsView = ({ id, number, details }: Tracking, { proposals }: ProposalsView) => ({
  view: "chooseTime" as const,
  id,
  number,
  service: details?.service ?? null,
  proposals,
});

async function againView(tracked: Tracking, details: TrackingDetails, action: "rebook" | "revisit") {
  const { id, number, offers } = tracked;
  const { type } = details.timePreference;
  return {
    view: "again" as const,
    action: action,
    id,
    number,
    service: details.service,
    name: details.name,
    address: details.address,
    ride: details.ride,
    requirement: action === "rebook" ? details.requirement : null,
    type: type === "SPECIFIC_DATE_AND_TIME" ? "IMMEDIATELY" : type,
    firstDay: firstBookableDay(),
    revisitUntil: offers.revisitUntil,
    price: action === "rebook" ? await rebookPrice({ ticketId: id }) : null,
  };
}
