import type { z } from "zod";
import { Button } from "#app/ui/button.tsx";
import { OtpField, PhoneField } from "#app/ui/fields.tsx";
import { Form } from "#app/ui/form.tsx";
import { useSay } from "#app/ui/say.tsx";
import { ResendButton } from "./resend-button.tsx";
import { SandboxLink } from "./sandbox-link.tsx";

type LoginCodeProps = {
  schema: z.ZodType;
  phone: string;
  phoneLabel: string;
  /** The login's own address: another number begins there. */
  here: string;
};

/** The second step of a login by OTP (R123, R191): the locked number, its code, another code, another number. */
export function LoginCode({ schema, phone, phoneLabel, here }: LoginCodeProps) {
  const say = useSay();
  return (
    <>
      <div className="card">
        <Form schema={schema} intent="login" values={{ phone }} data-enhance="otp once" className="grid gap-4">
          <PhoneField name="phone" label={phoneLabel} readOnly />
          <OtpField label={say("center.otp")} />
          <Button wide>{say("center.login")}</Button>
        </Form>
        <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
          <Form intent="send" data-enhance="once">
            <input type="hidden" name="phone" value={phone} />
            <ResendButton words="center.resendOtp" waiting="center.resendIn" />
          </Form>
          <a className="link flex min-h-11 items-center" href={here}>
            {say("center.otherPhone")}
          </a>
        </div>
      </div>
      <SandboxLink phone={phone} />
    </>
  );
}
