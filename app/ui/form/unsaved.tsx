import { useBeforeUnload, useBlocker, useLocation, useNavigation } from "@remix-run/react";
import { useCallback, useRef } from "react";
import { Button } from "../base/button.tsx";
import { useSay } from "../base/say.tsx";
import { useModal } from "../dialog/use-modal.ts";
import { isTyped } from "../typed/fill-input.ts";

type Place = { pathname: string; search: string };
const addressOf = ({ pathname, search }: Place) => pathname + search;

/**
 * Asks before the form around it is left with unsaved input: with a dialog on the way to another page of the console,
 * with the browser's own question otherwise. It does not ask while nothing is typed, while the form is being sent, or
 * after it was saved. `refused`: its input was sent and refused.
 */
export function Unsaved({ refused }: { refused: boolean }) {
  const place = useRef<HTMLSpanElement>(null);
  const here = useLocation();
  const { formMethod, state, location } = useNavigation();
  // A refusal has been shown already while the page around it is still read anew.
  const answered = refused && state === "loading" && addressOf(location) === addressOf(here);
  // Read from the page itself, so that a click right after an answer is judged by what is shown.
  const isUnsaved = useCallback(() => {
    const { sending, refused } = place.current?.dataset ?? {};
    const form = place.current?.closest("form");
    if (sending || form?.dataset.stored !== undefined) return false;
    // A field without a name is a help in front of another one.
    const fields = [...(form?.elements ?? [])].filter((field) => "name" in field && field.name !== "");
    return Boolean(refused) || fields.some(isTyped);
  }, []);
  useBeforeUnload(
    useCallback(
      (event: BeforeUnloadEvent) => {
        if (isUnsaved()) event.preventDefault();
      },
      [isUnsaved],
    ),
  );
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => addressOf(currentLocation) !== addressOf(nextLocation) && isUnsaved(),
  );
  return (
    <>
      <span
        ref={place}
        hidden
        data-sending={(formMethod === "POST" && !answered) || undefined}
        data-refused={refused || undefined}
      />
      {blocker.state === "blocked" && <Leaving stay={blocker.reset} leave={blocker.proceed} />}
    </>
  );
}

function Leaving({ stay, leave }: { stay: () => void; leave: () => void }) {
  const say = useSay();
  const box = useModal();
  return (
    <dialog ref={box} aria-labelledby="leave-title" className="card sheet m-auto" onCancel={stay}>
      <h2 id="leave-title" className="mb-1">
        {say("form.leave")}
      </h2>
      <p className="mb-5 text-soft">{say("form.leave.hint")}</p>
      <div className="flex flex-wrap gap-3">
        <Button type="button" onClick={stay}>
          {say("form.leave.stay")}
        </Button>
        <Button type="button" tone="quiet" onClick={leave}>
          {say("form.leave.go")}
        </Button>
      </div>
    </dialog>
  );
}
