import type { ReactNode } from "react";
import type { z } from "zod";
import { Button } from "#app/ui/base/button.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { OtpField, PhoneField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import type { MessageKey } from "#modules/messages/index.ts";
import { byItself, CodeSoon, type HeldCode, isSentSoon } from "./code-soon.tsx";
import { OtherCode, ResendButton } from "./resend-button.tsx";
import { SandboxLink } from "./sandbox-link.tsx";

type OtpLoginProps = {
  /** The phone a code was sent to; null in the first step, which asks for it. */
  phone: string | null;
  /** The phone this browser typed last, here or when it registered. */
  typed: string;
  code: HeldCode;
  phoneInput: z.ZodType;
  codeInput: z.ZodType;
  title: MessageKey;
  hint: MessageKey;
  phoneLabel: MessageKey;
  /** The login's own address, to start with another number. */
  here: string;
  register: { to: string; label: MessageKey };
  /** What the second step does, where it does not log in: its intent, the words of its button and of its lead, its fields. */
  intent?: string;
  act?: MessageKey;
  codeHint?: MessageKey;
  children?: ReactNode;
};

/** A login by OTP: the phone, then its code (R123, R191). */
export function OtpLogin({
  phone,
  typed,
  phoneInput,
  codeInput,
  title,
  hint,
  phoneLabel,
  here,
  register,
  ...step
}: OtpLoginProps) {
  const say = useSay();
  return (
    <div className="max-w-md">
      <h1 className="mb-2">{say(title)}</h1>
      {phone && isSentSoon(step.code) ? (
        <div className="mb-6">
          <CodeSoon waitSeconds={step.code.waitSeconds} />
        </div>
      ) : (
        <p className="mb-6 text-soft">{say(phone ? (step.codeHint ?? "center.loginCodeHint") : hint)}</p>
      )}
      <ErrorSummary />
      {phone ? (
        <CodeStep schema={codeInput} phone={phone} phoneLabel={say(phoneLabel)} here={here} {...step} />
      ) : (
        <Form
          schema={phoneInput}
          intent="send"
          values={{ phone: typed }}
          data-enhance="once"
          className="card grid gap-4"
        >
          <PhoneField name="phone" label={say(phoneLabel)} />
          <Button wide>{say("center.sendOtp")}</Button>
        </Form>
      )}
      <p className="mt-4">
        <a className="link inline-flex min-h-11 items-center" href={register.to}>
          {say(register.label)}
        </a>
      </p>
    </div>
  );
}

type CodeStepProps = Pick<OtpLoginProps, "code" | "intent" | "act" | "children"> & {
  schema: z.ZodType;
  phone: string;
  phoneLabel: string;
  here: string;
};

/** The second step: the locked number, its code, a button for another code, and a link to use another number. */
function CodeStep({
  schema,
  phone,
  phoneLabel,
  here,
  code,
  intent = "login",
  act = "center.login",
  children,
}: CodeStepProps) {
  const say = useSay();
  return (
    <>
      <div className="card">
        {/* With fields of its own it is not sent by itself once the code is there. */}
        <Form
          schema={schema}
          intent={intent}
          values={{ phone }}
          data-enhance={children ? "once" : "otp once"}
          className="grid gap-4"
        >
          <PhoneField name="phone" label={phoneLabel} readOnly />
          {children}
          <OtpField label={say("common.otp")} awaited={!children} />
          <Button wide>{say(act)}</Button>
        </Form>
        <OtherCode intent="send" phone={phone} here={here}>
          <ResendButton
            waitSeconds={code.waitSeconds}
            words="center.resendOtp"
            waiting="center.resendIn"
            byItself={isSentSoon(code) ? byItself : undefined}
          />
        </OtherCode>
      </div>
      <SandboxLink phone={phone} />
    </>
  );
}
