import { Button } from "#app/ui/button.tsx";
import { useSay } from "#app/ui/say.tsx";

/** For how many seconds a phone is not sent another code (product page, OTP). */
const resendAfter = 30;

/** Asks for another code, at the edge of its column; `counting` on a public page, where it waits its time. */
export function ResendButton({ counting = true }: { counting?: boolean }) {
  const say = useSay();
  return (
    <Button
      tone="plain"
      className="-ml-2"
      {...(counting && {
        "data-enhance": "resend",
        "data-seconds": resendAfter,
        "data-waiting": say("booking.otp.resendIn", { seconds: "{seconds}" }),
      })}
    >
      {say("booking.otp.resend")}
    </Button>
  );
}
