import { type MouseEvent, useState } from "react";
import type { FieldValues } from "#modules/kernel/errors.ts";
import { useHydrated } from "../base/hydrated.ts";
import { takeField } from "../base/refused.ts";
import { useSay } from "../base/say.tsx";
import type { OthersChange } from "./form-state.ts";

type Value = FieldValues[string];

type TheirValueProps = {
  /** Of the field's control. */
  id: string;
  name: string;
  othersChange: OthersChange;
  label: string;
  /** The label of a value, such as an option's. */
  words: ((value: string) => string) | undefined;
};

const listOf = (value: Value | undefined) => [value ?? []].flat().filter(Boolean);

/** A field's value after others changed it, and a button that takes it over, with JavaScript or without. */
export function TheirValue({ id, name, othersChange, label, words = (value) => value }: TheirValueProps) {
  const say = useSay();
  const hydrated = useHydrated();
  const [taken, setTaken] = useState(false);
  const tell = (value: Value | undefined) => listOf(value).map(words).join(", ") || say("form.meanwhile.empty");
  const now = tell(othersChange.now);
  function take({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    putInto(currentTarget.form!, name, listOf(othersChange.now));
    setTaken(true);
    document.getElementById(id)?.focus();
  }
  return (
    <div id={`${id}-theirs`} className="theirs my-1 border-l-3 border-marigold-700 bg-sand px-3 py-1.5 wrap-anywhere">
      <p role="status">
        {taken
          ? say("form.meanwhile.taken", { now })
          : othersChange.was === undefined
            ? say("form.meanwhile.now", { now })
            : say("form.meanwhile.wasNow", { was: tell(othersChange.was), now })}
      </p>
      {!taken && (
        <button
          type={hydrated ? "button" : "submit"}
          name={takeField}
          value={name}
          className="link min-h-11"
          onClick={hydrated ? take : undefined}
        >
          {say("form.meanwhile.take", { now })}
          <span className="sr-only"> ({label})</span>
        </button>
      )}
    </div>
  );
}

/** Fills the controls of one name, or the two of a moment's day and time, and fires `input`, as if a person had typed. */
function putInto(form: HTMLFormElement, name: string, values: readonly string[]) {
  for (const control of form.elements) {
    if (
      !(
        control instanceof HTMLInputElement ||
        control instanceof HTMLSelectElement ||
        control instanceof HTMLTextAreaElement
      )
    )
      continue;
    if (control.type === "hidden") continue;
    const [day, time] = (values[0] ?? "").split("T");
    if (control.name === `${name}:date`) control.value = day ?? "";
    else if (control.name === `${name}:time`) control.value = time ?? "";
    else if (control.name !== name) continue;
    else if (control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type))
      control.checked = values.includes(control.value);
    else control.value = values[0] ?? "";
    control.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
