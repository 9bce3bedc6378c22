import { useLocale } from "#app/ui/base/locale.ts";
import { choiceLook } from "#app/ui/form/choice-look.ts";
import { HintAndError } from "#app/ui/form/fields.tsx";
import { useField } from "#app/ui/form/form-state.ts";
import { fromIst, showDay, showHours } from "#modules/kernel/clock.ts";
import type { ProposalForm } from "#modules/tickets/index.ts";

type FreeTimesProps = {
  /** One of the windows, or any of them. */
  type: "radio" | "checkbox";
  name: string;
  label: string;
  days: ProposalForm["days"];
};

/** The free windows of some days to choose from. */
export function FreeTimes({ type, name, label, days }: FreeTimesProps) {
  const locale = useLocale();
  const field = useField(name, { required: true });
  const first = days[0]?.windows[0]?.from;
  return (
    <fieldset className="field">
      <legend className="legend">{label}</legend>
      <div className="grid gap-3">
        {days.map(({ day, windows }) => (
          <div key={day}>
            <p className="mb-1 text-sm font-semibold">{showDay(fromIst(day), "day", locale)}</p>
            <div className="grid grid-cols-2 gap-2">
              {windows.map(({ from, until }) => {
                const value = new Date(from).toISOString();
                return (
                  <label key={value} className={choiceLook}>
                    <input
                      type={type}
                      id={from === first ? field.id : undefined}
                      name={name}
                      value={value}
                      defaultChecked={field.list.includes(value)}
                      aria-label={`${showDay(from, "day", locale)}, ${showHours(from, until, locale)}`}
                    />
                    <span className="min-w-0">{showHours(from, until, locale)}</span>
                  </label>
                );
              })}
            </div>
          </div>
        ))}
      </div>
      <HintAndError field={field} label={label} />
    </fieldset>
  );
}
