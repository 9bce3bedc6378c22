import { useLocale } from "#app/ui/base/locale.ts";
import { Wording } from "#app/ui/base/said.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { choiceLook } from "#app/ui/form/choice-look.ts";
import { halfHours, SlotField } from "#app/ui/form/fields.tsx";
import { useField } from "#app/ui/form/form-state.ts";
import { fromIst, showTime } from "#modules/kernel/clock.ts";
import { timePreferenceTypes } from "#modules/tickets/shared.ts";

type TimeProps = {
  /** The first selectable day, `YYYY-MM-DD` in IST. */
  firstDay: string;
  pickDrop: boolean;
};

/** When (R062, R063); day and half hour are shown only where they are needed. */
export function BookingTime({ firstDay, pickDrop }: TimeProps) {
  const say = useSay();
  return (
    // The rule names what it hides, so that a choice lets the browser compute the styles of nothing else.
    <div className="grid gap-4 [&:has([value=SPECIFIC\_DATE\_AND\_TIME]:not(:checked))>[data-slot]]:hidden">
      <Preference pickDrop={pickDrop} />
      <div data-slot="">
        <SlotField
          className="[&_label>.input]:mt-1 max-sm:[&>div]:grid-cols-1"
          name="timePreference.at"
          label={say("booking.slot")}
          hint={say("booking.clock.hint")}
          min={firstDay}
          slots={useSlots()}
        />
      </div>
    </div>
  );
}

/** The half hours of the day in the page's language. */
function useSlots() {
  const locale = useLocale();
  return halfHours.map((value) => ({ value, label: showTime(fromIst("2026-01-01", value), locale) }));
}

function Preference({ pickDrop }: { pickDrop: boolean }) {
  const say = useSay();
  const field = useField("timePreference.type");
  return (
    <fieldset className="field" aria-describedby={field.error && `${field.id}-error`}>
      <legend className="legend">{say("booking.time")}</legend>
      {field.error && (
        <span id={`${field.id}-error`} className="wrong">
          {field.error}
        </span>
      )}
      <div className="grid gap-2 sm:grid-cols-3">
        {timePreferenceTypes.map((type, at) => {
          const out = pickDrop && type === "WITHIN_24_HOURS";
          return (
            <label key={type} className={choiceLook} hidden={out}>
              <input
                type="radio"
                id={at === 0 ? field.id : `${field.id}-${at}`}
                name={field.name}
                value={type}
                defaultChecked={field.value === type}
                disabled={out}
                required
              />
              <span className="min-w-0 break-words">
                <Wording words={say(`booking.timeSaid.${type}`)} literal={say(`booking.time.${type}`)} />
                <span className="hint block">{say(`booking.timeHint.${type}`)}</span>
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
