import { useSay } from "#app/ui/base/say.tsx";
import { TextField } from "#app/ui/form/fields.tsx";
import { clockOf, weekdays } from "#modules/centers/shared.ts";

type Hours = { weekday: number; opens: number; closes: number };

/** The first values of the fields of a week. */
export const weekValues = (week: readonly Hours[]): Record<string, string> =>
  Object.fromEntries(
    week.flatMap(({ weekday, opens, closes }) => {
      const name = weekdays[weekday - 1]!;
      return [
        [`${name}.opens`, clockOf(opens)],
        [`${name}.closes`, clockOf(closes)],
      ];
    }),
  );

/** From when until when somebody works, for each day of the week; both empty on a day without work. */
export function WeekFields() {
  const say = useSay();
  return (
    <div className="grid gap-3">
      {weekdays.map((name) => (
        <fieldset key={name} className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[8rem_10rem_10rem]">
          <legend className="float-left col-span-2 sm:col-span-1 sm:pt-8">{say(`hours.day.${name}`)}</legend>
          <TextField name={`${name}.opens`} type="time" label={say("common.from")} required={false} />
          <TextField name={`${name}.closes`} type="time" label={say("hours.closes")} required={false} />
        </fieldset>
      ))}
    </div>
  );
}
