import { ResendButton } from "#app/parts/login/resend-button.tsx";
import { trackingPath } from "#app/parts/tickets/tracking-paths.ts";
import { Button } from "#app/ui/base/button.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { OtpField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { ConfirmPhone } from "./forms.ts";
import type { ProofView } from "./view.server.ts";

/** Confirms the request's phone before what was asked for (fixed points 10, 14 and 15). */
export function ProofStep({ view }: { view: ProofView }) {
  const say = useSay();
  const { phone, number, action, step } = view;
  const sent = step === "code";
  const instruction = phone
    ? say(sent ? "tracking.proof.sentTo" : "tracking.proofHint", { phone })
    : say(sent ? "tracking.proof.sent" : "tracking.proofHintHidden");
  return (
    <div className="max-w-md">
      <h1 className="mb-2">{say("booking.otp.title")}</h1>
      <p className="mb-6 text-soft">{say(`tracking.proof.${action}`, { number })}</p>
      <ErrorSummary />
      <div className="card">
        {step !== "wait" && (
          <p className="mb-4" role={sent ? "status" : undefined}>
            {instruction}
          </p>
        )}
        {step === "send" ? <Send view={view} /> : <Code view={view} />}
      </div>
      <div className="mt-4 flex flex-wrap justify-between gap-x-6">
        <a className="link flex min-h-11 items-center" href={trackingPath(view.id)}>
          {say("tracking.back")}
        </a>
        {step !== "send" && view.sandbox && (
          <a className="link flex min-h-11 items-center" href="/sandbox" target="_blank" rel="noreferrer">
            {say("booking.otp.sandbox")}
          </a>
        )}
      </div>
    </div>
  );
}

function Which({ view: { id, action } }: { view: ProofView }) {
  return (
    <>
      <input type="hidden" name="ticketId" value={id} />
      <input type="hidden" name="purpose" value={action} />
    </>
  );
}

function Send({ view }: { view: ProofView }) {
  const say = useSay();
  return (
    <Form intent="send" data-enhance="once">
      <Which view={view} />
      <Button wide>{say("common.sendOtp")}</Button>
    </Form>
  );
}

function Code({ view }: { view: ProofView }) {
  const say = useSay();
  return (
    <>
      <Form schema={ConfirmPhone} intent="confirm" data-enhance="otp once" className="grid gap-4">
        <Which view={view} />
        <OtpField label={say("common.otp")} awaited />
        <Button wide>{say("common.confirm")}</Button>
      </Form>
      <Form intent="send" data-enhance="once" className="mt-3">
        <Which view={view} />
        <ResendButton waitSeconds={view.waitSeconds} />
      </Form>
    </>
  );
}
