import type { FieldValues } from "#modules/kernel/errors.ts";
import { takeField } from "../base/refused.ts";
import { useSay } from "../base/say.tsx";
import type { OthersChange } from "./form-state.ts";

type Value = FieldValues[string];

type OthersValueProps = {
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
export function OthersValue({ id, name, othersChange, label, words = (value) => value }: OthersValueProps) {
  const say = useSay();
  const inWords = (value: Value | undefined) => listOf(value).map(words).join(", ") || say("form.meanwhile.empty");
  const now = inWords(othersChange.now);
  return (
    <div
      id={`${id}-others`}
      className="my-1 border-l-3 border-marigold-700 bg-sand px-3 py-1.5 text-(length:--text-sm) wrap-anywhere desk:text-12"
      data-enhance="others-value"
      data-values={JSON.stringify(listOf(othersChange.now))}
      data-taken={say("form.meanwhile.taken", { now })}
    >
      <p role="status">
        {othersChange.was === undefined
          ? say("form.meanwhile.now", { now })
          : say("form.meanwhile.wasNow", { was: inWords(othersChange.was), now })}
      </p>
      <button type="submit" name={takeField} value={name} className="link min-h-11">
        {say("form.meanwhile.take", { now })}
        <span className="sr-only"> ({label})</span>
      </button>
    </div>
  );
}
