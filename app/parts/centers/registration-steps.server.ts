import { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import { askerOf, keepNonce } from "#app/http/session/known-browser.server.ts";
import { keepPhone } from "#app/parts/login/typed-phone.server.ts";
import { codeHeld } from "#modules/access/index.ts";
import { activeServices } from "#modules/catalog/index.ts";
import {
  askAgain,
  askToRegister,
  confirmCenter,
  needOtherService,
  onboarderOfLink,
  waitingDetails,
} from "#modules/centers/index.ts";
import type { CenterDetails } from "#modules/centers/shared.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { DomainError } from "#modules/kernel/errors.ts";

type Anyone = ActorOf<"anyone">;

/** How long a registration's last page is shown before the login opens, in seconds (R119, R188). */
export const standsSeconds = 5;

/** The step of the registration; unknown values in the address are ignored. */
export const RegistrationQuery = z.object({ step: z.enum(["otp", "done"]).optional().catch(undefined) });

/** The page's address without its step. */
export const pathHere = ({ params }: Pick<Door, "params">) =>
  params.centerOnboarderId ? `/registration/${encodeURIComponent(params.centerOnboarderId)}` : "/registration";

const waitingHere = (door: Door) =>
  waitingDetails<CenterDetails>({ kind: "center", token: door.cookie("registration") });

/** The active services as options of a form. */
export const serviceOptions = async () =>
  (await activeServices()).map(({ id, serviceName }) => ({ value: id, label: serviceName }));

/** The form, filled with what was typed before the code was requested. */
export async function detailsView(door: Door) {
  const onboarderId = door.params.centerOnboarderId;
  const invitedBy = await onboarderOfLink(onboarderId);
  const typed = await waitingHere(door);
  return {
    step: "details" as const,
    services: await serviceOptions(),
    invitation: onboarderId ? { by: invitedBy?.name ?? null } : null,
    values: typed ? { ...typed, secondaryServiceId: typed.secondaryServiceIds[0] ?? "" } : {},
  };
}
export type DetailsView = Awaited<ReturnType<typeof detailsView>>;

/** The code step with a summary of the center; without stored details, the form. */
export async function codeView(door: Door) {
  const typed = await waitingHere(door);
  if (!typed) throw door.go(pathHere(door));
  const services = await serviceOptions();
  const nameOf = (id: string | undefined) => services.find(({ value }) => value === id)?.label ?? "";
  const { centerName, phone, name, addressLine, city, state, pincode, additionalPincode, noOfTechnicians } = typed;
  return {
    step: "code" as const,
    back: pathHere(door),
    phone,
    held: await codeHeld({ phone, purpose: "registration", ...askerOf(door) }),
    centerName,
    name: name ?? null,
    primary: nameOf(typed.primaryServiceId),
    secondary: typed.secondaryServiceIds.map(nameOf).join(", "),
    place: [addressLine, city, state].filter(Boolean).join(", "),
    pincodes: [...new Set([pincode, additionalPincode])].join(", "),
    noOfTechnicians,
  };
}
export type CodeView = Awaited<ReturnType<typeof codeView>>;

/**
 * The last page, for a browser that has just registered: it refreshes to the login after five seconds, with or without
 * JavaScript.
 */
export function doneView(door: Door) {
  if (door.cookie("registered") !== "center") throw door.go(pathHere(door));
  door.headers.set("refresh", `${standsSeconds};url=/login`);
  return { step: "done" as const };
}

export type RegistrationView = DetailsView | CodeView | ReturnType<typeof doneView>;

/** Stores valid details and sends a code to their phone. */
export async function submitDetails(anyone: Anyone, details: CenterDetails, door: Door) {
  await needOtherService({ ...details, others: details.secondaryServiceIds });
  const asking = { kind: "center" as const, token: door.cookie("registration"), details, ...askerOf(door, anyone) };
  const { token, nonce } = await askToRegister({ ...asking, locale: door.locale });
  door.keep("registration", token);
  keepNonce(door, nonce);
}

/** Sends another code to the same phone. */
export async function resendCode(anyone: Anyone, _input: unknown, door: Door) {
  const which = { kind: "center" as const, token: door.cookie("registration") ?? "", locale: door.locale };
  const resent = await askAgain({ ...which, ...askerOf(door, anyone) });
  if (!resent) throw leftFor(pathHere(door), door);
  keepNonce(door, resent.nonce);
}

/** Checks the code and registers the center at once (R118), credited to the onboarder in the address. */
export async function centerConfirmed(anyone: Anyone, { otp }: { otp: string }, door: Door) {
  const creditedTo = (await onboarderOfLink(door.params.centerOnboarderId))?.id;
  const token = door.cookie("registration");
  const phone = (await waitingHere(door))?.phone;
  try {
    await confirmCenter(anyone, { token, otp, creditedTo, ...askerOf(door, anyone) });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.key === "center.phoneTaken") throw leftFor("/login", door, error.key);
    if (error.key === "registration.over") throw leftFor(pathHere(door), door);
    throw error;
  }
  door.drop("registration");
  door.keep("registered", "center");
  if (phone) keepPhone(door, phone);
}

/** Drops the registration and redirects to a page that says why it cannot go on. */
function leftFor(to: string, door: Door, key: DomainError["key"] = "registration.over") {
  door.drop("registration");
  door.toast(key, undefined, "bad");
  return door.go(to);
}
