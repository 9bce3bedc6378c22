import type { Door } from "#app/http/request/door.server.ts";
import { partnerHere, pathTo, typedSoFar } from "#app/parts/tickets/booking-draft.server.ts";
import { activeServices } from "#modules/catalog/index.ts";
import type { ServiceRow } from "#modules/catalog/shared.ts";
import type { Partner } from "#modules/centers/shared.ts";
import { hashToken } from "#modules/kernel/crypto.server.ts";
import { TimeWanted } from "#modules/tickets/shared.ts";
import type { Visit } from "./visit-days.server.ts";

/** The steps in their order; each needs what those before it ask. */
const order = ["place", "service", "need", "time", "you"] as const;
export type ShortStep = (typeof order)[number];

/** A booking in progress: what was typed so far, for whom. */
export type Begun = { typed: Record<string, string>; partner: Partner | undefined; service: ServiceRow };

/** What is missing of a booking: the first step that asks it. */
async function missingOf(door: Door) {
  const partner = await partnerHere(door);
  const typed = await typedSoFar(door, partner);
  const service = (await activeServices()).find(({ id, pickDrop }) => id === typed.serviceId && !pickDrop);
  const missing = (): ShortStep | undefined => {
    // A partner's page begins with its services, and asks the pincode with the address.
    if (!typed.pincode && !partner) return "place";
    if (!service) return "service";
    if (partner && !typed.requirement) return "need";
    return isTimeChosen(typed) ? undefined : "time";
  };
  return { typed, partner, service, missing: missing() };
}

const isTimeChosen = (typed: Record<string, string>) =>
  TimeWanted.safeParse({
    type: typed["timePreference.type"],
    at: [typed["timePreference.at:date"], typed["timePreference.at:time"]].filter(Boolean).join("T") || undefined,
  }).success;

/** The booking as far as a step needs it; redirects to the first step that is missing before it. */
export async function begunAt(step: Exclude<ShortStep, "place" | "service">, door: Door): Promise<Begun> {
  const { missing, service, ...begun } = await missingOf(door);
  if (!service || (missing && order.indexOf(missing) < order.indexOf(step))) {
    throw door.go(pathTo(door, { step: missing ?? "service" }));
  }
  return { ...begun, service };
}

/** Where the visit is and what for, as far as it is known. */
export const visitOf = (typed: Record<string, string>, partner: Partner | undefined, serviceId: string): Visit => ({
  pincode: typed.pincode,
  serviceId,
  centerId: partner?.center?.id,
});

/** A mark of the answers a page shows: another window may have changed them since. */
export const answersOf = (typed: Record<string, string>) =>
  hashToken(JSON.stringify(shownAnswers.map((name) => typed[name] ?? ""))).slice(0, 24);

const shownAnswers = [
  "serviceId",
  "requirement",
  "timePreference.type",
  "timePreference.at:date",
  "timePreference.at:time",
];
