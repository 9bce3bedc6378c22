import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { refusedName } from "../base/refused.ts";
import { useSay } from "../base/say.tsx";
import { useSite } from "../base/site.ts";
import { restoreInput, storeInput } from "./console-input.ts";
import { isTyped } from "./fill-input.ts";
import { storableFields } from "./typed-input.ts";

/** Where a session that is over leads to. */
const logins = /^\/(login|admin-login|center-onboard-login|booking)?\/?$/;

/** Ends before the page's elements are taken away; a server, which has no effects, is not to be warned of it. */
const useWhileShown = typeof document === "undefined" ? useEffect : useLayoutEffect;

/**
 * Stores the input of the form around it over a change of language and over a login that comes in between; the form is
 * filled in again when its page comes back. `name` tells it from the other forms of its page. `refused`: its input was sent and refused, and is shown in it.
 */
export function StoredInput({ name: formName, refused }: { name: string; refused: boolean }) {
  const place = useRef<HTMLSpanElement>(null);
  const name = `${pageOf(useSite().here)} ${formName}`;
  const [notRestored, setNotRestored] = useState<"files" | "papers">();
  const say = useSay();
  const storeTyped = useRef<() => boolean>(() => false);
  storeTyped.current = () => {
    const form = place.current?.closest("form");
    if (!form || !(refused || storableFields(form).some(isTyped))) return false;
    return storeInput(form, name, ownerOf(form));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form is filled in once, when it comes
  useEffect(() => {
    const form = place.current?.closest("form");
    if (!form || storableFields(form).length === 0) return;
    setNotRestored(restoreInput(form, name, ownerOf(form)));
    const onLanguage = ({ target }: Event) => {
      if ((target as HTMLFormElement).getAttribute("action") !== "/language") return;
      // The question before unsaved input is lost (Unsaved) is not asked then.
      if (storeTyped.current()) form.dataset.stored = "";
    };
    document.addEventListener("submit", onLanguage, true);
    return () => document.removeEventListener("submit", onLanguage, true);
  }, []);
  useWhileShown(
    () => () => {
      if (logins.test(location.pathname)) storeTyped.current();
    },
    [],
  );
  return (
    <>
      <span ref={place} hidden />
      {notRestored && (
        <p role="status" className="note">
          {say(notRestored === "files" ? "form.filesAgain" : "form.papersAgain")}
        </p>
      )}
    </>
  );
}

/** An address without its reference to a refused form: what was typed is of the page, however it is shown. */
const pageOf = (here: string) => here.replace(new RegExp(`([?&])${refusedName}=[^&]*&?`), "$1").replace(/[?&]$/, "");

/** Whose console the form stands in. */
const ownerOf = (form: HTMLFormElement) => form.closest<HTMLElement>("[data-who]")?.dataset.who ?? "";
