import type { ReactNode } from "react";
import { Button } from "#app/ui/base/button.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { OtpField, PhoneField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { ConfirmRegistration } from "#modules/centers/shared.ts";
import { ResendButton } from "../login/resend-button.tsx";
import { SandboxLink } from "../login/sandbox-link.tsx";

type CodeProps = {
  title: string;
  phoneLabel: string;
  phone: string;
  act: string;
  /** Whether this browser holds a code that may be entered, and the seconds until another may be sent. */
  held: { open: boolean; waitSeconds: number };
  /** The address of the details, which are still filled in. */
  back: string;
  /** For public pages, whose islands fill in the code, prevent a second submit and count down to another code. */
  enhanced?: boolean;
  /** A summary of what the code will register. */
  children: ReactNode;
};

/** The code step of every registration: the locked number, its code, a button for another code, and back. */
export function RegistrationCode({ title, phoneLabel, phone, held, act, back, enhanced, children }: CodeProps) {
  const say = useSay();
  return (
    <div className="grid max-w-3xl gap-6 md:grid-cols-2 md:gap-8">
      <div>
        <h1>{title}</h1>
        <p className="mt-2 mb-6 text-soft">
          {say(held.open ? "registration.codeSent" : "booking.otp.enter", { phone })}
        </p>
        <ErrorSummary />
        <div className="card">
          <Form
            schema={ConfirmRegistration}
            intent="verify"
            values={{ phone }}
            data-enhance={enhanced ? "otp once" : undefined}
            className="grid gap-4"
          >
            <PhoneField name="phone" label={phoneLabel} readOnly />
            <OtpField label={say("common.otp")} awaited />
            <Button wide>{act}</Button>
          </Form>
          <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4">
            <Form intent="resend" data-enhance={enhanced ? "once" : undefined}>
              <ResendButton waitSeconds={held.waitSeconds} />
            </Form>
            <a className="link flex min-h-11 items-center" href={back}>
              {say("registration.edit")}
            </a>
          </div>
        </div>
        <SandboxLink phone={phone} />
      </div>
      <div>{children}</div>
    </div>
  );
}
