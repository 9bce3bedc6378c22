import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import type { Door } from "#app/http/door.server.ts";
import { adminActions, adminPage, onboarderActions, onboarderPage, sharedWithAdmin } from "#app/http/page.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Facts } from "#app/ui/detail.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import type { Handle } from "#app/ui/handle.ts";
import { unlessUnreachable } from "#app/ui/kept-open.ts";
import { useSay } from "#app/ui/say.tsx";
import { useStateName } from "#app/ui/state-field.tsx";
import { activeServices } from "#modules/catalog/index.ts";
import {
  askAgain,
  askToRegister,
  centerToUpdate,
  confirmCenter,
  updateCenter,
  waitingDetails,
} from "#modules/centers/index.ts";
import { type CenterDetails, ConfirmRegistration, OnboardedCenter, UpdateCenter } from "#modules/centers/shared.ts";
import { type ActorOf, need } from "#modules/kernel/actor.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { RegistrationCode } from "../public/registration-code.tsx";
import { CenterForm } from "./center-form.tsx";
import { EditCenter, editView } from "./edit-center.tsx";

type View = { center?: unknown };
export const handle = {
  title: (view: View) => (view.center ? "center.updateTitle" : "onboarder.addTitle"),
} satisfies Handle;

const here = "/center-onboard-add-center";
const Query = z.object({ step: z.literal("otp").optional().catch(undefined), edit: z.string().optional() });
const Edited = z.object({ edit: z.uuid("error.notFound") });

type Onboarder = ActorOf<"onboarder">;

const waitingOf = ({ onboarderId }: Onboarder, door: Door) => ({
  ...{ kind: "center" as const, token: door.cookie("registration"), ownerId: onboarderId },
});

const offered = async () => (await activeServices()).map(({ id, serviceName }) => ({ value: id, label: serviceName }));

/** The form, or the step that asks for the code of the center's own phone. */
const adding = onboarderPage({ query: Query }, async (onboarder, { step, edit }, door) => {
  if (edit) need(onboarder, "update_center.full_access");
  const services = await offered();
  const typed = await waitingDetails<CenterDetails>(waitingOf(onboarder, door));
  if (step === "otp" && !typed) throw door.go(here);
  return {
    code: step === "otp",
    services,
    typed: typed ? { ...typed, secondaryServiceId: typed.secondaryServiceIds[0] ?? "" } : null,
  };
});

/** R009: an admin changes a center in the same form. */
const editing = adminPage({ query: Edited, can: "update_center.full_access" }, async (admin, { edit }) =>
  editView(await centerToUpdate(admin, edit), await offered()),
);

export const loader = sharedWithAdmin({ by: "edit", portal: adding, admin: editing });

const add = onboarderActions({
  send: {
    input: OnboardedCenter,
    unkeyed: "Each press sends a code of its own; how many is limited",
    run: async (onboarder, details, door) => {
      const asking = { ...waitingOf(onboarder, door), details, address: door.address, locale: door.locale };
      door.keep("registration", (await askToRegister(asking)).token);
    },
    say: "otp.sent",
    to: `${here}?step=otp`,
  },
  resend: {
    input: z.object({}),
    unkeyed: "Each press sends a code of its own; how many is limited",
    run: async (onboarder, _nothing, door) => {
      const which = waitingOf(onboarder, door);
      const asking = { ...which, token: which.token ?? "", address: door.address, locale: door.locale };
      if (!(await askAgain(asking))) throw overHere(door);
    },
    say: "otp.sent",
    to: `${here}?step=otp`,
  },
  verify: {
    input: ConfirmRegistration,
    once: "in its transaction",
    run: async (onboarder, { otp }, door) => {
      try {
        await confirmCenter(onboarder, { token: door.cookie("registration"), otp, address: door.address });
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
    input: UpdateCenter,
    can: "update_center.full_access",
    once: "in its transaction",
    run: updateCenter,
    say: "center.updated",
  },
});

export const action = sharedWithAdmin({ by: "edit", portal: add, admin: update });

function overHere(door: Door) {
  door.drop("registration");
  door.toast("registration.over", undefined, "bad");
  return door.go(here);
}

export const shouldRevalidate = unlessUnreachable;

/** Add a center (R193–R197): its details, then the code of its own phone; an admin changes one here (R009). */
export default function AddCenter() {
  const view = useLoaderData<typeof loader>();
  return "center" in view ? <EditCenter {...view} /> : <NewCenter {...view} />;
}

function NewCenter({ code, typed, services }: Awaited<ReturnType<typeof adding>>) {
  const say = useSay();
  if (code && typed) return <CodeStep typed={typed as Typed} services={services} />;
  return (
    <div className="max-w-3xl">
      <h1 className="mb-6">{say("onboarder.addTitle")}</h1>
      <ErrorSummary />
      <CenterForm
        // Another center's form is another form: what was typed for the last one is gone.
        key={typed?.phone ?? "fresh"}
        schema={OnboardedCenter}
        intent="send"
        values={(typed ?? {}) as Record<string, string>}
        services={services}
      >
        <div className="flex flex-wrap gap-3">
          <Button>{say("registration.sendOtp")}</Button>
          <ButtonLink tone="quiet" to="/center-onboard-view-centers">
            {say("onboarder.menu.centers")}
          </ButtonLink>
        </div>
      </CenterForm>
    </div>
  );
}

type Typed = CenterDetails & { secondaryServiceId: string };
type CodeProps = { typed: Typed; services: readonly { value: string; label: string }[] };

function CodeStep({ typed, services }: CodeProps) {
  const say = useSay();
  const stateName = useStateName();
  const nameOf = (id: string) => services.find(({ value }) => value === id)?.label ?? "";
  return (
    <RegistrationCode
      title={say("onboarder.confirmTitle")}
      phoneLabel={say("onboarder.mobile")}
      phone={typed.phone}
      act={say("onboarder.confirm")}
      back={here}
    >
      <Facts
        title={say("registration.summary")}
        facts={[
          { label: say("registration.centerName"), value: typed.centerName },
          { label: say("registration.primary"), value: nameOf(typed.primaryServiceId) },
          { label: say("onboarder.other"), value: nameOf(typed.secondaryServiceId) },
          { label: say("registration.state"), value: stateName(typed.state) },
          {
            label: say("registration.pincode"),
            value: [...new Set([typed.pincode, typed.additionalPincode])].join(", "),
          },
        ]}
      />
    </RegistrationCode>
  );
}

export { ErrorBoundary } from "#app/ui/page-error.tsx";
