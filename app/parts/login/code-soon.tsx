import { Note } from "#app/ui/base/card.tsx";
import { useSay } from "#app/ui/base/say.tsx";

/** The id of the text that says that the code is sent by itself. */
export const byItself = "code-by-itself";

/** The state of a browser's codes: whether one may be entered, and the seconds until another may be asked for. */
export type HeldCode = { open: boolean; waitSeconds: number };

/** Whether no code is on its way and the next one may not be sent yet, as just after the last one was used. */
export const isSentSoon = ({ open, waitSeconds }: HeldCode) => !open && waitSeconds > 0;

/** Says when the code is sent: by itself, or without JavaScript by its button. */
export function CodeSoon({ waitSeconds }: Pick<HeldCode, "waitSeconds">) {
  const say = useSay();
  return (
    <Note tone="warm">
      <p>{say("otp.soon", { seconds: waitSeconds })}</p>
      <p id={byItself} role="status" hidden>
        {say("otp.soon.byItself")}
      </p>
      <noscript>
        <p>{say("otp.soon.byButton")}</p>
      </noscript>
    </Note>
  );
}
