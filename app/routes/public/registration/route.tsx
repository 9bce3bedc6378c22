import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { publicActions, publicPage } from "#app/http/doors/page.server.ts";
import { formLimit, reads } from "#app/http/doors/use-limit.server.ts";
import {
  centerConfirmed,
  codeView,
  detailsView,
  doneView,
  pathHere,
  RegistrationQuery,
  type RegistrationView,
  resendCode,
  submitDetails,
} from "#app/parts/centers/registration-steps.server.ts";
import { CodeStep, DetailsStep, DoneStep } from "#app/parts/centers/registration-steps.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { CenterRegistration, ConfirmRegistration } from "#modules/centers/shared.ts";

export const handle = { public: true, title: "registration.title", about: "about.registration" } satisfies Handle;

/** /registration/{centerOnboarderId?} (R111–R122): the details, the code, and to the login. */
export const loader = publicPage(
  { limit: reads.page, guard: "center", query: RegistrationQuery },
  (_anyone, { step }, door): Promise<RegistrationView> | RegistrationView => {
    if (step === "otp") return codeView(door);
    if (step === "done") return doneView(door);
    return detailsView(door);
  },
);

export const action = publicActions({
  send: {
    limit: formLimit,
    input: CenterRegistration,
    run: submitDetails,
    unkeyed: "Each press sends a code of its own; how many is limited",
    say: "otp.sent",
    to: (_details, door) => `${pathHere(door)}?step=otp`,
  },
  resend: {
    limit: formLimit,
    input: z.object({}),
    run: resendCode,
    unkeyed: "Each press sends a code of its own; how many is limited",
    say: "otp.sent",
    to: (_nothing, door) => `${pathHere(door)}?step=otp`,
  },
  verify: {
    limit: formLimit,
    input: ConfirmRegistration,
    run: centerConfirmed,
    once: "in its transaction",
    say: "registration.verified",
    to: (_code, door) => `${pathHere(door)}?step=done`,
  },
});

export default function RegistrationPage() {
  const view = useLoaderData<typeof loader>();
  switch (view.step) {
    case "details":
      return <DetailsStep view={view} />;
    case "code":
      return <CodeStep view={view} />;
    case "done":
      return <DoneStep />;
  }
}
