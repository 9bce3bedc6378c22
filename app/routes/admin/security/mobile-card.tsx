import { SandboxLink } from "#app/parts/login/sandbox-link.tsx";
import { Button } from "#app/ui/base/button.tsx";
import { Chip } from "#app/ui/base/chip.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { OtpField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { MobileCode } from "#modules/access/shared.ts";

export type MobileCardProps = {
  /** The number that resets the admin's password, and whether it is proved; null where none is stored. */
  mobile: { mobile: string; proved: boolean } | null;
  /** Whether this browser holds a code that may be entered. */
  codeSent: boolean;
  /** Whether this is the step after the password: it can be left for now. */
  atLogin: boolean;
};

/** The admin's own mobile number, and its proof by a code (Q01). */
export function MobileCard({ mobile, codeSent, atLogin }: MobileCardProps) {
  const say = useSay();
  return (
    <section id="mobile" className="card mb-6" aria-labelledby="mobile-title">
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <h2 id="mobile-title">{say(atLogin ? "mobile.confirm" : "common.mobileNumber")}</h2>
        {mobile && (
          <Chip tone={mobile.proved ? "good" : "warm"}>{say(mobile.proved ? "mobile.proved" : "mobile.unproved")}</Chip>
        )}
      </div>
      <p className="mb-4 max-w-xl text-soft">{say(mobile ? "mobile.why" : "mobile.none")}</p>
      {mobile && (
        <p className="mb-4">
          {say("mobile.number")}: <strong className="tabular-nums">{mobile.mobile}</strong>
          {!mobile.proved && <span className="block text-sm text-soft">{say("mobile.wrong")}</span>}
        </p>
      )}
      {mobile && !mobile.proved && codeSent && (
        <Form schema={MobileCode} intent="proveMobile" prefix="proveMobile-" className="mb-3 grid max-w-sm gap-4">
          <OtpField label={say("common.otp")} />
          <div>
            <Button>{say("common.confirm")}</Button>
          </div>
        </Form>
      )}
      {mobile && !mobile.proved && (
        <div className="flex flex-wrap gap-3">
          <Form intent="sendMobileCode" prefix="sendMobileCode-">
            <Button tone={codeSent ? "quiet" : "main"}>{say(codeSent ? "mobile.again" : "common.sendOtp")}</Button>
          </Form>
          {atLogin && (
            <Form intent="later">
              <Button tone="quiet">{say("common.notNow")}</Button>
            </Form>
          )}
        </div>
      )}
      {mobile && !mobile.proved && codeSent && <SandboxLink phone={mobile.mobile} />}
    </section>
  );
}
