import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { refusedName } from "../base/refused.ts";
import { useSay } from "../base/say.tsx";
import { useSite } from "../base/site.ts";
import { controlsOf, keepTyped, takeTyped } from "./kept-typed.ts";
import { isTyped } from "./unsaved.tsx";

/** Where a session that is over leads to. */
const logins = /^\/(login|admin-login|center-onboard-login|booking)?\/?$/;

/** Ends before the page's elements are taken away; a server, which has no effects, is not to be warned of it. */
const useWhileShown = typeof document === "undefined" ? useEffect : useLayoutEffect;

/**
 * Keeps what is typed in the form around it over a change of language and over a login that comes in between; the form is
 * filled in again when its page comes back. `refused`: its input was sent and refused, and stands in it.
 */
export function Keeping({ intent = "", refused }: { intent?: string | undefined; refused: boolean }) {
  const place = useRef<HTMLSpanElement>(null);
  const address = `${pageOf(useSite().here)} ${intent}`;
  const [filesAgain, setFilesAgain] = useState(false);
  const say = useSay();
  const keep = useRef<() => boolean>(() => false);
  keep.current = () => {
    const form = place.current?.closest("form");
    if (!form || !(refused || controlsOf(form).some(isTyped))) return false;
    keepTyped(form, address, whoIn(form));
    return true;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form is filled in once, when it comes
  useEffect(() => {
    const form = place.current?.closest("form");
    if (!form || controlsOf(form).length === 0) return;
    setFilesAgain(takeTyped(form, address, whoIn(form)));
    const toAnother = ({ target }: Event) => {
      if ((target as HTMLFormElement).getAttribute("action") !== "/language") return;
      // The question before unsaved input is lost (Unsaved) is not asked then.
      if (keep.current()) form.dataset.kept = "";
    };
    document.addEventListener("submit", toAnother, true);
    return () => document.removeEventListener("submit", toAnother, true);
  }, []);
  useWhileShown(
    () => () => {
      if (logins.test(location.pathname)) keep.current();
    },
    [],
  );
  return (
    <>
      <span ref={place} hidden />
      {filesAgain && (
        <p role="status" className="note">
          {say("form.filesAgain")}
        </p>
      )}
    </>
  );
}

/** An address without its reference to a refused form: what was typed is of the page, however it is shown. */
const pageOf = (here: string) => here.replace(new RegExp(`([?&])${refusedName}=[^&]*&?`), "$1").replace(/[?&]$/, "");

/** Whose console the form stands in. */
const whoIn = (form: HTMLFormElement) => form.closest<HTMLElement>("[data-who]")?.dataset.who ?? "";
