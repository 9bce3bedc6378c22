import { ResendButton } from "#app/parts/login/resend-button.tsx";
import { SandboxLink } from "#app/parts/login/sandbox-link.tsx";
import { Button } from "#app/ui/base/button.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { OtpField, PhoneField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { ConfirmPhone, SendCode } from "./forms.ts";
import type { ProofView } from "./view.server.ts";

/** Asks for the customer's phone, then for the code that was sent to it. */
export function ProofStep({ view: { phone, sent, waitSeconds } }: { view: ProofView }) {
  const say = useSay();
  return (
    <div className="max-w-md">
      <h1 className="mb-2">{say("inbox.mine")}</h1>
      <p className="mb-6 text-soft" role={sent ? "status" : undefined}>
        {phone && sent ? say("booking.otp.sent", { phone }) : say("inbox.proofHint")}
      </p>
      <ErrorSummary />
      {phone ? (
        <Code phone={phone} waitSeconds={waitSeconds} />
      ) : (
        <Form schema={SendCode} intent="send" data-enhance="once" className="card grid gap-4">
          <PhoneField name="phone" label={say("common.phone")} />
          <Button wide>{say("common.sendOtp")}</Button>
        </Form>
      )}
    </div>
  );
}

function Code({ phone, waitSeconds }: { phone: string; waitSeconds: number }) {
  const say = useSay();
  return (
    <>
      <div className="card">
        <Form schema={ConfirmPhone} intent="confirm" values={{ phone }} data-enhance="otp once" className="grid gap-4">
          <PhoneField name="phone" label={say("common.phone")} readOnly />
          <OtpField label={say("common.otp")} awaited />
          <Button wide>{say("common.confirm")}</Button>
        </Form>
        <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
          <Form intent="send" data-enhance="once">
            <input type="hidden" name="phone" value={phone} />
            <ResendButton waitSeconds={waitSeconds} />
          </Form>
          <a className="link flex min-h-11 items-center" href="/my-notifications">
            {say("common.useAnotherNumber")}
          </a>
        </div>
      </div>
      <SandboxLink phone={phone} />
    </>
  );
}
