import type { ReactNode } from "react";
import { buttonLook } from "../base/button.tsx";
import { Link } from "../base/link.tsx";
import { useSay } from "../base/say.tsx";
import { sheetFormFoot } from "../dialog/sheet-look.ts";
import { ConfirmLine } from "./confirm-fields.tsx";

export type FormFootProps = {
  /** The address of the page without the dialog; none for a form that stands on its page. */
  closeTo?: string | undefined;
  /** The text of the link that closes it; "Cancel" by default. */
  keep?: string | undefined;
  /** For a sheet at the side, whose foot stays. */
  sheet?: boolean | undefined;
  /** A text next to the buttons of a sheet. */
  note?: ReactNode;
  /** Whether the link that closes it stands before the buttons. */
  cancelFirst?: boolean | undefined;
  /** The buttons. */
  children: ReactNode;
};

/** The foot of a form that is `footed`: the line for the password, its buttons, and the link that closes the dialog. */
export function FormFoot({ closeTo, keep, sheet = false, note, cancelFirst = false, children }: FormFootProps) {
  const cancel = closeTo !== undefined && <CancelLink to={closeTo} word={keep} />;
  return (
    <div className={sheet ? sheetFormFoot : "flex flex-wrap gap-3"}>
      <ConfirmLine />
      {note}
      {cancelFirst && cancel}
      {children}
      {!cancelFirst && cancel}
    </div>
  );
}

/** A link that closes a dialog without doing anything. */
export function CancelLink({ to, word }: { to: string; word?: string | undefined }) {
  const say = useSay();
  return (
    <Link to={to} preventScrollReset className={buttonLook({ tone: "quiet" })}>
      {word ?? say("shell.cancel")}
    </Link>
  );
}
