import { Button } from "#app/ui/base/button.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { OtpField, PhoneField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { PhoneCode, PhoneProof, type ProofState } from "./phone-forms.ts";
import { OtherCode, ResendButton } from "./resend-button.tsx";
import { SandboxLink } from "./sandbox-link.tsx";

type StepProps = {
  proof: ProofState;
  title: string;
  hint: string;
  /** What stands below the field of the phone. */
  note?: string;
  /** The address of the page without anything typed. */
  here: string;
  /** The page's intents that send a code and check it. */
  intents: { send: string; confirm: string };
};

/** Asks for the customer's phone, then for the code that was sent to it. */
export function PhoneProofStep({ proof: { phone, sent, waitSeconds }, title, hint, note, here, intents }: StepProps) {
  const say = useSay();
  return (
    <div className="max-w-md">
      <h1 className="mb-2">{title}</h1>
      <p className="mb-6 text-soft" role={sent ? "status" : undefined}>
        {phone && sent ? say("booking.otp.sent", { phone }) : hint}
      </p>
      <ErrorSummary />
      {phone ? (
        <PhoneCodeForms phone={phone} waitSeconds={waitSeconds} here={here} intents={intents} />
      ) : (
        <>
          <Form schema={PhoneCode} intent={intents.send} data-enhance="once" className="card grid gap-4">
            <PhoneField name="phone" label={say("common.phone")} />
            <Button wide>{say("common.sendOtp")}</Button>
          </Form>
          {note && <p className="mt-4 text-soft">{note}</p>}
        </>
      )}
    </div>
  );
}

type CodeProps = Pick<StepProps, "here" | "intents"> & { phone: string; waitSeconds: number };

/** The code that was sent to a phone, another code, and another phone. */
export function PhoneCodeForms({ phone, waitSeconds, here, intents }: CodeProps) {
  const say = useSay();
  return (
    <>
      <div className="card">
        <Form
          schema={PhoneProof}
          intent={intents.confirm}
          values={{ phone }}
          data-enhance="otp once"
          className="grid gap-4"
        >
          <PhoneField name="phone" label={say("common.phone")} readOnly />
          <OtpField label={say("common.otp")} awaited />
          <Button wide>{say("common.confirm")}</Button>
        </Form>
        <OtherCode intent={intents.send} phone={phone} here={here}>
          <ResendButton waitSeconds={waitSeconds} />
        </OtherCode>
      </div>
      <SandboxLink phone={phone} />
    </>
  );
}
