import { useContext } from "react";
import { useSay } from "../base/say.tsx";
import { OtpField, TextField } from "./fields.tsx";
import { FormContext } from "./form-state.ts";

/**
 * One line with the password, and the code where there is a second factor, that an admin gives again before what matters
 * (app/http/doors/fresh.server.ts). It stands in the foot of a dialog's form, `footed`, and else at the form's top; a
 * form that asks for nothing shows nothing. `first` takes the focus: the form was just sent, and only this is missing.
 */
export function ConfirmLine() {
  const say = useSay();
  const { confirm } = useContext(FormContext);
  if (!confirm) return null;
  return (
    <fieldset className="flex min-w-0 flex-[1_0_100%] flex-wrap items-end gap-x-3.5 gap-y-1.5" data-confirm="">
      <legend className="sr-only">{say("confirm.title")}</legend>
      <p className="flex-[1_1_14rem] self-center font-normal">
        {say(confirm.otp ? "confirm.hintCode" : "confirm.hint")}
      </p>
      <TextField
        name="confirmPassword"
        type="password"
        className="flex-[1_1_11rem]"
        required
        label={say("confirm.password")}
        autoComplete="current-password"
        autoFocus={confirm.first}
      />
      {confirm.otp && (
        <OtpField
          name="confirmOtp"
          required
          inputMode="text"
          className="flex-[1_1_11rem]"
          label={say("confirm.code")}
          hint={say("confirm.codeHint")}
        />
      )}
    </fieldset>
  );
}
