import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { publicActions, publicPage } from "#app/http/doors/page.server.ts";
import { formLimit, reads } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import { askerOf, keepNonce, noncesOf } from "#app/http/session/known-browser.server.ts";
import { keepPhone } from "#app/parts/login/typed-phone.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { codeHeld } from "#modules/access/index.ts";
import { activeServices } from "#modules/catalog/index.ts";
import { askAgain, askToBecomeOnboarder, registerOnboarder, waitingDetails } from "#modules/centers/index.ts";
import { ConfirmRegistration, OnboarderRegistration } from "#modules/centers/shared.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { addCity, addState, addTyped } from "./register-chips.ts";
import { CodeStep, DetailsStep, DoneStep } from "./register-steps.tsx";

export const handle = { public: true, title: "onboarder.title" } satisfies Handle;

const here = "/center-onboard-registration";
const login = "/center-onboard-login";
const Query = z.object({ step: z.enum(["otp", "done"]).optional().catch(undefined) });

/** /center-onboard-registration (R182–R188): the details, the code, and to the login after five seconds. */
export const loader = publicPage(
  { limit: reads.page, guard: "onboarder", query: Query },
  async (_anyone, { step }, door) => {
    if (step === "done") {
      if (door.cookie("registered") !== "onboarder") throw door.go(here);
      door.headers.set("refresh", `5;url=${login}`);
      return { step: "done" as const };
    }
    const token = door.cookie("registration");
    const typed = await waitingDetails<OnboarderRegistration>({ kind: "onboarder", token });
    const services = (await activeServices()).map(({ id, serviceName }) => ({ value: id, label: serviceName }));
    if (step !== "otp") return { step: "details" as const, services, values: typed ?? {} };
    if (!typed) throw door.go(here);
    return {
      step: "code" as const,
      ...typed,
      held: await codeHeld({ phone: typed.phone, purpose: "onboarder_registration", ...askerOf(door) }),
      service: services.find(({ value }) => value === typed.primaryServiceId)?.label ?? "",
    };
  },
);

const nothing = z.object({});

export const action = publicActions({
  addState: {
    limit: formLimit,
    prepare: addState,
    input: nothing,
    run: () => undefined,
    unkeyed: "It shows the form with one chip more",
  },
  addCity: {
    limit: formLimit,
    prepare: addCity,
    input: nothing,
    run: () => undefined,
    unkeyed: "It shows the form with one chip more",
  },
  send: {
    limit: formLimit,
    prepare: addTyped,
    input: OnboarderRegistration,
    unkeyed: "Each press sends a code of its own; how many is limited",
    run: async (anyone, details, door) => {
      const asking = { token: door.cookie("registration"), details, locale: door.locale, ...askerOf(door, anyone) };
      const { uniqueId, nonce } = await askToBecomeOnboarder(asking);
      door.keep("registration", uniqueId);
      keepNonce(door, nonce);
    },
    say: "otp.sent",
    to: `${here}?step=otp`,
  },
  resend: {
    limit: formLimit,
    input: nothing,
    unkeyed: "Each press sends a code of its own; how many is limited",
    run: async (anyone, _nothing, door) => {
      const which = { kind: "onboarder" as const, token: door.cookie("registration") ?? "", locale: door.locale };
      const resent = await askAgain({ ...which, ...askerOf(door, anyone) });
      if (!resent) throw leftFor(here, door);
      keepNonce(door, resent.nonce);
    },
    say: "otp.sent",
    to: `${here}?step=otp`,
  },
  verify: {
    limit: formLimit,
    input: ConfirmRegistration,
    once: "in its transaction",
    run: async (anyone, { otp }, door) => {
      const uniqueId = door.cookie("registration") ?? "";
      const typed = await waitingDetails<OnboarderRegistration>({ kind: "onboarder", token: uniqueId });
      try {
        await registerOnboarder(anyone, { uniqueId, otp, nonces: noncesOf(door) });
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        if (error.key === "onboarder.phoneTaken") throw leftFor(login, door, error.key);
        if (error.key === "registration.over") throw leftFor(here, door);
        throw error;
      }
      door.drop("registration");
      door.keep("registered", "onboarder");
      if (typed) keepPhone(door, typed.phone);
    },
    to: `${here}?step=done`,
  },
});

/** Drops the registration and redirects to a page that says why it cannot go on. */
function leftFor(to: string, door: Door, key: DomainError["key"] = "registration.over") {
  door.drop("registration");
  door.toast(key, undefined, "bad");
  return door.go(to);
}

export default function OnboarderRegistrationPage() {
  const view = useLoaderData<typeof loader>();
  switch (view.step) {
    case "details":
      return <DetailsStep services={view.services} values={view.values} login={login} />;
    case "code":
      return <CodeStep view={view} back={here} />;
    case "done":
      return <DoneStep login={login} />;
  }
}
