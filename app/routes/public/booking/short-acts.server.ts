import { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import { type FormValue, parseFields } from "#app/http/request/form.server.ts";
import { provePhone, sendPhoneCode } from "#app/parts/login/prove-phone.server.ts";
import {
  type BookingFormInput,
  partnerHere,
  pathTo,
  storeInDraft,
  typedSoFar,
} from "#app/parts/tickets/booking-draft.server.ts";
import { formOf, forms } from "#app/parts/tickets/booking-forms.ts";
import { isFree, windowValue } from "#app/parts/times/window-choice.server.ts";
import { networkOf } from "#modules/access/index.ts";
import { activeServices } from "#modules/catalog/index.ts";
import { servedPlaceCached } from "#modules/centers/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { hour, second } from "#modules/kernel/clock.ts";
import { countUse } from "#modules/kernel/db/limits.server.ts";
import { DomainError, invalid } from "#modules/kernel/errors.ts";
import { refuseUnlessTaking, takesRequests } from "#modules/kernel/outside/undeliverable.server.ts";
import { id, lenient, lines, messageKey, otpSaying, phone, pincode, text } from "#modules/kernel/validation.ts";
import { addNeedPicture, joinWaitlist, removeNeedPicture } from "#modules/tickets/index.ts";
import { longestRequirement, needSlots } from "#modules/tickets/shared.ts";
import { submitDetails, textsOf } from "./actions.server.ts";
import { chipWords, requirementIn, requirementOf, storedChips } from "./need-words.server.ts";
import { answersOf, begunAt, visitOf } from "./next-step.server.ts";
import { needWindow, visitDaysNow } from "./visit-days.server.ts";

type Anyone = ActorOf<"anyone">;

/*
 * The acts of the short pages: each stores what its page asks in the browser's draft, and leads on (303).
 */

export const Place = z.object({ pincode, serviceId: lenient(id) });

/** Where the visit is: on to the booking where somebody comes, to the waitlist where nobody does. */
export async function choosePlace(_anyone: Anyone, input: z.output<typeof Place>, door: Door) {
  refuseUnlessTaking();
  const { centers, services } = await servedPlaceCached(input.pincode);
  const serviceId = input.serviceId && services[input.serviceId] ? input.serviceId : undefined;
  await storeInDraft(door, { pincode: input.pincode, ...(serviceId && { serviceId, ...noNeed }) });
  if (centers === 0) return door.go(pathTo(door, { step: "waitlist" }));
  return door.go(pathTo(door, { step: serviceId ? "need" : "service" }));
}

const noNeed = { chips: "", ownWords: "", requirement: "" };

/** Eight services at most, as many as a draft holds. */
export const Waitlist = z.object({
  phone,
  services: z
    .array(id, messageKey("booking.service.choose"))
    .min(1, messageKey("booking.service.choose"))
    .max(8, messageKey("form.check")),
});

/** Joins at once from a browser that proved the phone; sends it a code otherwise. */
export async function askToWait(anyone: Anyone, { phone, services }: z.output<typeof Waitlist>, door: Door) {
  const { pincode } = await typedSoFar(door, await partnerHere(door));
  if (!pincode) return door.go(pathTo(door, { step: "place" }));
  await storeInDraft(door, { phone, waitFor: services.join(" ") });
  if (anyone.phones.includes(phone)) {
    await joinWaitlist(anyone, { phone, pincode, serviceIds: services });
    return door.go(pathTo(door, { step: "waiting" }));
  }
  await sendPhoneCode(anyone, phone, door);
  return door.go(pathTo(door, { step: "waitcode" }));
}

/** Sends another code. */
export async function resendWaitCode(anyone: Anyone, _input: unknown, door: Door) {
  const { phone } = await typedSoFar(door, await partnerHere(door));
  if (phone) await sendPhoneCode(anyone, phone, door);
  return door.go(pathTo(door, { step: "waitcode" }));
}

export const WaitCode = z.object({ otp: otpSaying("otp.missing", "otp.wrong") });

/** Checks the code and joins. */
export async function confirmWait(anyone: Anyone, { otp }: z.output<typeof WaitCode>, door: Door) {
  const { phone, pincode, waitFor } = await typedSoFar(door, await partnerHere(door));
  if (!phone || !pincode || !waitFor) return door.go(pathTo(door, { step: "waitlist" }));
  await provePhone(anyone, { phone, otp }, door);
  const proved = { ...anyone, phones: [...anyone.phones, phone] };
  await joinWaitlist(proved, { phone, pincode, serviceIds: waitFor.split(" ") });
  return door.go(pathTo(door, { step: "waiting" }));
}

export const Tile = z.object({ serviceId: id });

/** The service: a ride has its own form, one that nobody comes for leads to the waitlist, every other one on. */
export async function chooseService(_anyone: Anyone, { serviceId }: z.output<typeof Tile>, door: Door) {
  const partner = await partnerHere(door);
  const service = (await activeServices()).find(({ id }) => id === serviceId);
  if (!service) throw invalid("form.incomplete", { serviceId: "form.choice" });
  if (service.pickDrop) return door.go(pathTo(door, { form: "one", service: serviceId }));
  const typed = await typedSoFar(door, partner);
  if (!partner && typed.pincode && !(await servedPlaceCached(typed.pincode)).services[serviceId]) {
    return door.go(pathTo(door, { step: "waitlist", service: serviceId }));
  }
  await storeInDraft(door, { serviceId, ...(typed.serviceId !== serviceId && noNeed) });
  return door.go(pathTo(door, { step: "need" }));
}

/** Several lines, or none. */
const someLines = z.preprocess((written) => written || undefined, lines(longestRequirement).optional());

/** The inputs of the pictures, by their places. */
const pictureNames = needSlots.map((slot) => `picture${slot}`);

/** Up to three pictures; a browser without JavaScript sends them as large as they are. */
export const needFiles = { names: pictureNames, most: needSlots.length, bytes: 10 * 1024 * 1024 } as const;

/** How many pictures a network may send in an hour: many people share one. */
const perNetwork = { name: "need-pictures-network", points: 300, seconds: hour / second, onFailure: "open" } as const;

/** Stores the words and pictures before they are checked, so that a refused picture loses nothing. */
export async function storeNeed(_anyone: Anyone, fields: Map<string, FormValue[]>, door: Door) {
  if (!takesRequests()) return;
  const { service } = await begunAt("need", door);
  const chips = fields.get("chips")?.filter((chip) => typeof chip === "string") ?? [];
  const { ownWords } = textsOf(fields);
  await storeInDraft(door, { chips: storedChips(service, chips, door.locale), ownWords });
  const token = door.cookie("draft");
  for (const slot of needSlots) {
    const name = pictureNames[slot]!;
    const file = fields.get(name)?.find((value) => typeof value !== "string");
    fields.delete(name);
    if (!token || !file) continue;
    await countUse(perNetwork, networkOf(door.address));
    await addNeedPicture(token, { slot, upload: file.path }).catch((error: unknown) => {
      if (!(error instanceof DomainError) || error.kind !== "invalid") throw error;
      throw invalid(error.key, { [name]: error.key });
    });
  }
}

export const Need = z.object({
  chips: z.array(text(60)).max(8, messageKey("form.check")).optional(),
  ownWords: someLines,
  /** Only removes the picture of this place. */
  remove: lenient(z.enum(["0", "1", "2"])),
});

/** What is wrong: the chips and the customer's own words are the specific requirement, of 300 letters together. */
export async function sayNeed(
  _anyone: Anyone,
  { chips = [], ownWords = "", remove }: z.output<typeof Need>,
  door: Door,
) {
  const { partner, service } = await begunAt("need", door);
  const token = door.cookie("draft");
  if (remove !== undefined && token) {
    await removeNeedPicture(token, needSlots[Number(remove)]!);
    return door.go(pathTo(door, { step: "need" }));
  }
  const stored = storedChips(service, chips, door.locale);
  const requirement = requirementOf(chipWords(service, { chips: stored }, door.locale), ownWords);
  if (requirement.length > longestRequirement) throw invalid("form.incomplete", { ownWords: "book.need.tooLong" });
  if (!requirement && partner) throw invalid("form.incomplete", { ownWords: "form.incomplete" });
  await storeInDraft(door, { chips: stored, ownWords, requirement });
  return door.go(pathTo(door, { step: "time" }));
}

export const When = z.object({ when: text(16) });

/** When: one of the two preferences without a time, or the beginning of a window that is free. */
export async function chooseTime(_anyone: Anyone, { when }: z.output<typeof When>, door: Door) {
  const { typed, partner, service } = await begunAt("time", door);
  if (when === "IMMEDIATELY" || when === "WITHIN_24_HOURS") {
    await storeInDraft(door, { ...noMoment, "timePreference.type": when });
  } else {
    const days = await visitDaysNow(visitOf(typed, partner, service.id));
    const windows = days.flatMap((day) => day.windows);
    if (!windows.some((window) => isFree(window) && windowValue(window) === when))
      throw invalid("book.time.gone", { when: "book.time.gone" });
    await storeInDraft(door, {
      "timePreference.type": "SPECIFIC_DATE_AND_TIME",
      "timePreference.at:date": when.slice(0, 10),
      "timePreference.at:time": when.slice(11),
    });
  }
  return door.go(pathTo(door, { step: "you" }));
}

const noMoment = { "timePreference.at": "", "timePreference.at:date": "", "timePreference.at:time": "" };

export const You = z.object({ answers: text(40) });

/** Stores what was typed before it is validated, so that a refusal, a reload or an expired OTP loses nothing. */
export async function storeYou(_anyone: Anyone, fields: Map<string, FormValue[]>, door: Door) {
  if (takesRequests()) await storeInDraft(door, textsOf(fields));
}

/**
 * The door, the phone and all answers: as they were shown, or they are shown again. Then as the one-page form: an OTP, or
 * the booking at once while the proof of an earlier one is valid.
 */
export async function answer(anyone: Anyone, { answers }: z.output<typeof You>, door: Door) {
  const { typed, partner, service } = await begunAt("you", door);
  if (answers !== answersOf(typed)) {
    door.toast("book.changed", {}, "warn");
    return door.go(pathTo(door, { step: "you" }));
  }
  const requirement = requirementIn(service, typed, door.locale);
  if (requirement !== typed.requirement) await storeInDraft(door, { requirement });
  const form = forms[formOf({ pickDrop: false, partner: Boolean(partner) })];
  const input = parseFields(
    form,
    new Map(Object.entries({ ...typed, requirement }).map(([name, value]) => [name, [value]])),
  );
  const { timePreference } = input as BookingFormInput;
  const visit = visitOf(typed, partner, service.id);
  await needWindow({ ...visit, at: timePreference.at }, ["free"], door);
  return submitDetails(anyone, input as BookingFormInput, door);
}
