import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import {
  adminActions,
  adminPage,
  onboarderActions,
  onboarderPage,
  sharedWithAdmin,
} from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import { askerOf, keepNonce } from "#app/http/session/known-browser.server.ts";
import { RegistrationCode } from "#app/parts/centers/registration-code.tsx";
import { useAddress } from "#app/ui/base/address.tsx";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { Facts } from "#app/ui/detail/detail.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { codeHeld } from "#modules/access/index.ts";
import { activeServices } from "#modules/catalog/index.ts";
import {
  askAgain,
  askToRegister,
  centerToChange,
  changeCenter,
  confirmCenter,
  needMay,
  needOtherService,
  waitingDetails,
} from "#modules/centers/index.ts";
import { type CenterDetails, ConfirmRegistration, OnboardedCenter, UpdateCenter } from "#modules/centers/shared.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { idSaying, lenient, text } from "#modules/kernel/validation.ts";
import { CenterForm } from "./center-form.tsx";
import { EditCenter, editView } from "./edit-center.tsx";

type View = { center?: unknown };
export const handle = {
  title: (view: View) => (view.center ? "common.updateCenter" : "common.addCenter"),
} satisfies Handle;

const here = "/center-onboard-add-center";
const Query = z.object({ step: z.literal("otp").optional().catch(undefined), edit: lenient(text(100)) });
const Edited = z.object({ edit: idSaying("error.notFound") });

type Onboarder = ActorOf<"onboarder">;

const waitingOf = ({ onboarderId }: Onboarder, door: Door) => ({
  kind: "center" as const,
  token: door.cookie("registration"),
  ownerId: onboarderId,
});

const offered = async () => (await activeServices()).map(({ id, serviceName }) => ({ value: id, label: serviceName }));

/** The form, or the step that asks for the code sent to the center's phone. */
const adding = onboarderPage({ query: Query }, async (onboarder, { step, edit }, door) => {
  if (edit) needMay(onboarder, "changeCenter");
  const services = await offered();
  const typed = await waitingDetails<CenterDetails>(waitingOf(onboarder, door));
  if (step === "otp" && !typed) throw door.go(here);
  return {
    held:
      step === "otp" && typed
        ? await codeHeld({ phone: typed.phone, purpose: "registration", ...askerOf(door) })
        : null,
    services,
    typed: typed ? { ...typed, secondaryServiceId: typed.secondaryServiceIds[0] ?? "" } : null,
  };
});

/** R009: an admin changes a center in the same form. */
const editing = adminPage({ query: Edited, can: "update_center.full_access" }, async (admin, { edit }) =>
  editView(await centerToChange(admin, edit), await offered()),
);

export const loader = sharedWithAdmin({ by: "edit", portal: adding, admin: editing });

const add = onboarderActions({
  send: {
    limit: formLimit,
    input: OnboardedCenter,
    unkeyed: "Each press sends a code of its own; how many is limited",
    run: async (onboarder, details, door) => {
      await needOtherService({ ...details, others: details.secondaryServiceIds });
      const asking = { ...waitingOf(onboarder, door), details, locale: door.locale, ...askerOf(door) };
      const { token, nonce } = await askToRegister(asking);
      door.keep("registration", token);
      keepNonce(door, nonce);
    },
    say: "otp.sent",
    to: `${here}?step=otp`,
  },
  resend: {
    limit: formLimit,
    input: z.object({}),
    unkeyed: "Each press sends a code of its own; how many is limited",
    run: async (onboarder, _nothing, door) => {
      const which = waitingOf(onboarder, door);
      const asking = { ...which, token: which.token ?? "", locale: door.locale, ...askerOf(door) };
      const resent = await askAgain(asking);
      if (!resent) throw overHere(door);
      keepNonce(door, resent.nonce);
    },
    say: "otp.sent",
    to: `${here}?step=otp`,
  },
  verify: {
    limit: formLimit,
    input: ConfirmRegistration,
    once: "in its transaction",
    run: async (onboarder, { otp }, door) => {
      try {
        await confirmCenter(onboarder, { token: door.cookie("registration"), otp, ...askerOf(door) });
      } catch (error) {
        if (error instanceof DomainError && error.key === "registration.over") throw overHere(door);
        throw error;
      }
      door.drop("registration");
    },
    say: "onboarder.added",
    to: here,
  },
});

const update = adminActions({
  update: {
    fresh: "money",
    limit: formLimit,
    input: UpdateCenter,
    can: "update_center.full_access",
    once: "in its transaction",
    // The center logs in with this phone, and its flags can disable the center.
    run: changeCenter,
    say: "center.updated",
  },
});

export const action = sharedWithAdmin({ by: "edit", portal: add, admin: update });

function overHere(door: Door) {
  door.drop("registration");
  door.toast("registration.over", undefined, "bad");
  return door.go(here);
}

/** Adds a center (R193–R197): its details, then the code sent to its phone; an admin changes one here (R009). */
export default function AddCenter() {
  const view = useLoaderData<typeof loader>();
  return "center" in view ? <EditCenter {...view} /> : <NewCenter {...view} />;
}

function NewCenter({ held, typed, services }: Awaited<ReturnType<typeof adding>>) {
  const say = useSay();
  if (held && typed) return <CodeStep typed={typed as Typed} held={held} services={services} />;
  return (
    <div className="max-w-3xl">
      <h1 className="mb-6">{say("common.addCenter")}</h1>
      <ErrorSummary />
      <CenterForm
        // Remounts the form for another center, so that values typed for the last one are gone.
        key={typed?.phone ?? "fresh"}
        schema={OnboardedCenter}
        intent="send"
        values={(typed ?? {}) as Record<string, string>}
        services={services}
      >
        <div className="flex flex-wrap gap-3">
          <Button>{say("common.sendOtp")}</Button>
          <ButtonLink tone="quiet" to="/center-onboard-view-centers">
            {say("onboarder.menu.centers")}
          </ButtonLink>
        </div>
      </CenterForm>
    </div>
  );
}

type Typed = CenterDetails & { secondaryServiceId: string };
type Held = { open: boolean; waitSeconds: number };
type CodeProps = { typed: Typed; held: Held; services: readonly { value: string; label: string }[] };

function CodeStep({ typed, held, services }: CodeProps) {
  const say = useSay();
  const stateName = useAddress();
  const nameOf = (id: string) => services.find(({ value }) => value === id)?.label ?? "";
  return (
    <RegistrationCode
      title={say("onboarder.confirmTitle")}
      phoneLabel={say("onboarder.mobile")}
      phone={typed.phone}
      held={held}
      act={say("onboarder.confirm")}
      back={here}
    >
      <Facts
        title={say("registration.summary")}
        facts={[
          { label: say("registration.centerName"), value: typed.centerName },
          { label: say("common.primaryService"), value: nameOf(typed.primaryServiceId) },
          { label: say("onboarder.other"), value: nameOf(typed.secondaryServiceId) },
          { label: say("common.state"), value: stateName(typed.state) },
          {
            label: say("common.pincode"),
            value: [...new Set([typed.pincode, typed.additionalPincode])].join(", "),
          },
        ]}
      />
    </RegistrationCode>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
