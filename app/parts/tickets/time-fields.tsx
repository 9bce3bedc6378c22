import { useEffect, useRef, useState } from "react";
import { slots } from "#app/islands/booking.ts";
import { useHydrated } from "#app/ui/base/hydrated.ts";
import { wordingText } from "#app/ui/base/said.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { SelectField, SlotField } from "#app/ui/form/fields.tsx";
import { useField } from "#app/ui/form/form-state.ts";
import { timePreferenceTypes } from "#modules/tickets/shared.ts";

/**
 * When the customer wants the visit; day and half hour are shown only where they are needed (R163), and half hours that
 * have passed cannot be chosen.
 */
export function TimeFields({ firstDay }: { firstDay: string }) {
  const say = useSay();
  const { value } = useField("timePreference.type");
  const [type, setType] = useState<string | undefined>(value);
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => slots(fields.current!), []);
  const showsSlot = !useHydrated() || type === "SPECIFIC_DATE_AND_TIME";
  return (
    <div
      ref={fields}
      className="grid gap-4"
      onInput={({ target }) => {
        if (target instanceof HTMLSelectElement && target.name === "timePreference.type") setType(target.value);
      }}
    >
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
      <div hidden={!showsSlot}>
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
