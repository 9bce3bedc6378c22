import type { ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { OtpField, PhoneField } from "#app/ui/fields.tsx";
import { Form } from "#app/ui/form.tsx";
import { useSay } from "#app/ui/say.tsx";
import { ConfirmRegistration } from "#modules/centers/shared.ts";
import { ResendButton } from "./resend-button.tsx";
import { SandboxLink } from "./sandbox-link.tsx";

type CodeProps = {
  title: string;
  phoneLabel: string;
  phone: string;
  act: string;
  /** Back to the details, which are still there. */
  back: string;
  /** On a public page: the code fills itself in, a form is sent once, and another code waits its time. */
  enhanced?: boolean;
  /** What the code will register. */
  children: ReactNode;
};

/** The step every registration has: the locked number, its code, another code, and back. */
export function RegistrationCode({ title, phoneLabel, phone, act, back, enhanced, children }: CodeProps) {
  const say = useSay();
  return (
    <div className={`${enhanced ? "mx-auto " : ""}grid max-w-3xl gap-6 md:grid-cols-2 md:gap-8`}>
      <div>
        <h1>{title}</h1>
        <p className="mt-2 mb-6 text-soft">{say("registration.codeSent", { phone })}</p>
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
            <OtpField label={say("registration.otp")} />
            <Button wide>{act}</Button>
          </Form>
          <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4">
            <Form intent="resend" data-enhance={enhanced ? "once" : undefined}>
              <ResendButton counting={Boolean(enhanced)} />
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
