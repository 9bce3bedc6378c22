import { Button } from "#app/ui/button.tsx";
import { useSay } from "#app/ui/say.tsx";

/** For how many seconds a phone is not sent another code (product page, OTP). */
const resendAfter = 30;

type ResendProps = {
  /** Off on a console's page, which has no islands. */
  counting?: boolean;
  /** What a login calls it. */
  words?: "booking.otp.resend" | "center.resendOtp";
  waiting?: "booking.otp.resendIn" | "center.resendIn";
};

/** Asks for another code, at the edge of its column; `counting` on a public page, where it waits its time. */
export function ResendButton({
  counting = true,
  words = "booking.otp.resend",
  waiting = "booking.otp.resendIn",
}: ResendProps) {
  const say = useSay();
  return (
    <Button
      tone="plain"
      className="-ml-2"
      {...(counting && {
        "data-enhance": "resend",
        "data-seconds": resendAfter,
        "data-waiting": say(waiting, { seconds: "{seconds}" }),
      })}
    >
      {say(words)}
    </Button>
  );
}
