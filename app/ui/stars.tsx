import { useSay } from "./say.tsx";

/** A rating that was given, 0 to 5. */
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

/** Buttons that give a rating of 1 to 5 at a touch, without JavaScript; they stand inside a form. */
export function StarButtons({ name, label }: { name: string; label: string }) {
  const say = useSay();
  return (
    <fieldset>
      <legend className="legend">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {[1, 2, 3, 4, 5].map((stars) => (
          <button
            key={stars}
            type="submit"
            name={name}
            value={stars}
            className="btn btn-quiet"
            aria-label={say("stars.label", { stars })}
          >
            {stars} <span className="text-marigold-700">★</span>
          </button>
        ))}
      </div>
    </fieldset>
  );
}
