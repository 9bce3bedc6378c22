import { useSay } from "#app/ui/base/say.tsx";
import { useField } from "#app/ui/form/form-state.ts";

/** A given rating, 0 to 5 stars (R095). */
export function Stars({ stars }: { stars: number }) {
  return (
    <span
      role="img"
      aria-label={useSay()("stars.label", { stars })}
      className="text-lg tracking-wide text-marigold-700"
    >
      {"★".repeat(stars)}
      {"☆".repeat(5 - stars)}
    </span>
  );
}

type StarChoiceProps = { name: string; label: string; hint?: string /** The words of 0 stars. */; zero: string };

const tile =
  "relative flex min-h-13 cursor-pointer flex-col items-center justify-center rounded-md border border-edge text-xs font-semibold text-soft " +
  "hover:bg-sand has-[:checked]:border-teal-700 has-[:checked]:text-ink has-[:checked]:inset-ring has-[:checked]:inset-ring-teal-700 " +
  "has-[:focus-visible]:outline-3 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-teal-700";

/** Fills the stars up to the chosen one; their numbers say the same. */
const lit = "group/lit has-[~label_:checked]:text-marigold-700";
const star =
  "before:text-[1.5rem] before:leading-none before:content-['☆'] " +
  "group-has-checked/lit:before:content-['★'] group-has-[~label_:checked]/lit:before:content-['★']";

/** 0 to 5 stars as radio buttons inside a Form, for touch and arrow keys, with or without JavaScript. */
export function StarChoice({ name, label, hint, zero }: StarChoiceProps) {
  const say = useSay();
  const field = useField(name);
  const described = [hint && `${field.id}-hint`, field.error && `${field.id}-error`].filter(Boolean).join(" ");
  return (
    <fieldset className="field" aria-describedby={described || undefined}>
      <legend className="legend">{label}</legend>
      <div className="grid grid-cols-6 gap-1.5">
        {[0, 1, 2, 3, 4, 5].map((stars) => (
          <label key={stars} className={stars === 0 ? tile : `${tile} ${lit}`}>
            <input
              type="radio"
              className="absolute inset-0 size-full cursor-pointer opacity-0"
              id={stars === 0 ? field.id : `${field.id}-${stars}`}
              name={name}
              value={stars}
              defaultChecked={field.value === String(stars)}
              aria-label={stars === 0 ? zero : say("stars.label", { stars })}
              required
            />
            <span aria-hidden="true" className={star} />
            <span aria-hidden="true">{stars}</span>
          </label>
        ))}
      </div>
      {field.error && (
        <span id={`${field.id}-error`} className="wrong">
          {field.error}
        </span>
      )}
      {hint && (
        <p id={`${field.id}-hint`} className="hint mt-1">
          {hint}
        </p>
      )}
    </fieldset>
  );
}
