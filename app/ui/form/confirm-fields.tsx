import { useSay } from "../base/say.tsx";
import { OtpField, TextField } from "./fields.tsx";

/**
 * Password and code an admin gives again before changing money, roles, keys and logins
 * (app/http/doors/fresh.server.ts).
 */
export function ConfirmFields({ otp }: { otp: boolean }) {
  const say = useSay();
  return (
    <fieldset className="note note-warm grid gap-3" data-confirm="">
      <legend className="sr-only">{say("confirm.title")}</legend>
      <div>
        <p className="font-semibold" aria-hidden="true">
          {say("confirm.title")}
        </p>
        <p className="text-sm">{say(otp ? "confirm.hintCode" : "confirm.hint")}</p>
      </div>
      <TextField
        name="confirmPassword"
        type="password"
        required
        label={say("confirm.password")}
        autoComplete="current-password"
      />
      {otp && (
        <OtpField
          name="confirmOtp"
          required
          inputMode="text"
          label={say("confirm.code")}
          hint={say("confirm.codeHint")}
        />
      )}
    </fieldset>
  );
}
