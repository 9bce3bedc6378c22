import { wordingText } from "#app/ui/base/said.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { SelectField, SlotField } from "#app/ui/form/fields.tsx";
import { needs } from "#app/ui/form/needed.ts";
import { timePreferenceTypes } from "#modules/tickets/shared.ts";

/**
 * When the customer wants the visit; day and half hour are shown only where they are needed (R163), and half hours that
 * have passed cannot be chosen.
 */
export function TimeFields({ firstDay }: { firstDay: string }) {
  const say = useSay();
  return (
    <div className="grid gap-4" data-enhance="needed slots">
      <SelectField
        name="timePreference.type"
        label={say("common.timePreference")}
        required
        empty={say("booking.time.choose")}
        options={timePreferenceTypes.map((value) => ({
          value,
          label: wordingText(say(`booking.timeSaid.${value}`), say(`booking.time.${value}`)),
        }))}
      />
      <div {...needs({ "timePreference.type": ["SPECIFIC_DATE_AND_TIME"] })}>
        <SlotField
          name="timePreference.at"
          label={say("center.form.slot")}
          hint={say("booking.clock.hint")}
          required={false}
          min={firstDay}
        />
      </div>
    </div>
  );
}
