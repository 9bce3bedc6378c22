import type { ReactNode } from "react";
import { Button } from "#app/ui/base/button.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { Form } from "#app/ui/form/form.tsx";

type ResendProps = {
  /** How many seconds are left before another code may be sent; zero when it may be now. */
  waitSeconds?: number;
  /** The label: logins use a different one. */
  words?: "booking.otp.resend" | "center.resendOtp";
  waiting?: "booking.otp.resendIn" | "center.resendIn";
  /** The id of the text that says that the code is sent by itself when the seconds are over; without it, it is not. */
  byItself?: string | undefined;
};

/** Asks for another code, at the edge of its column, and counts down until it may. */
export function ResendButton({
  waitSeconds = 0,
  words = "booking.otp.resend",
  waiting = "booking.otp.resendIn",
  byItself,
}: ResendProps) {
  const say = useSay();
  return (
    <Button
      tone="plain"
      className="-ml-2"
      data-enhance="resend"
      data-seconds={waitSeconds}
      data-waiting={say(waiting, { seconds: "{seconds}" })}
      data-by-itself={byItself}
    >
      {say(words)}
    </Button>
  );
}

type OtherCodeProps = {
  /** The page's intent that sends a code. */
  intent: string;
  phone: string;
  /** The address of the page without anything typed. */
  here: string;
  children: ReactNode;
};

/** What stands below a code: another code to the same phone, by the button in it, and another phone. */
export function OtherCode({ intent, phone, here, children }: OtherCodeProps) {
  const say = useSay();
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
      <Form intent={intent} data-enhance="once">
        <input type="hidden" name="phone" value={phone} />
        {children}
      </Form>
      <a className="link flex min-h-11 items-center" href={here}>
        {say("common.useAnotherNumber")}
      </a>
    </div>
  );
}
