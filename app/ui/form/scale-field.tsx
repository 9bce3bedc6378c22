import { useField } from "./form-state.ts";

type ScaleProps = { name: string; label: string; most?: number /** Words at both ends. */; ends: [string, string] };

const tile =
  "relative flex min-h-12 cursor-pointer items-center justify-center rounded-md border border-edge bg-white font-semibold tabular-nums " +
  "hover:bg-sand has-[:checked]:border-teal-700 has-[:checked]:bg-teal-700 has-[:checked]:text-white " +
  "has-[:focus-visible]:outline-3 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-teal-700";

/**
 * A scale from 1 to `most` inside a Form, as radio buttons that are large enough for a thumb and follow the arrow keys.
 */
export function ScaleField({ name, label, most = 10, ends }: ScaleProps) {
  const field = useField(name);
  const ids = [`${field.id}-ends`, field.error && `${field.id}-error`].filter(Boolean).join(" ");
  return (
    <fieldset className="field" aria-describedby={ids}>
      <legend className="mb-2 font-semibold">{label}</legend>
      {field.error && (
        <span id={`${field.id}-error`} className="wrong">
          {field.error}
        </span>
      )}
      <div className="grid grid-cols-5 gap-2 sm:grid-cols-10">
        {Array.from({ length: most }, (_, at) => at + 1).map((value) => (
          <label key={value} className={tile}>
            <input
              type="radio"
              className="absolute inset-0 size-full cursor-pointer opacity-0"
              id={value === 1 ? field.id : `${field.id}-${value}`}
              name={name}
              value={value}
              defaultChecked={field.value === String(value)}
              required
            />
            {value}
          </label>
        ))}
      </div>
      <p id={`${field.id}-ends`} className="hint mt-1.5 flex justify-between gap-4">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </p>
    </fieldset>
  );
}
