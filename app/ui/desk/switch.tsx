import { Link } from "../base/link.tsx";
import type { Refused } from "../base/refused.ts";
import { useAnswer } from "../form/answer.ts";
import { Form } from "../form/form.tsx";

type SwitchProps = {
  on: boolean;
  /** What it switches, for screen readers; it contains the visible word. */
  label: string;
  /** What stands beside it. */
  word?: string;
};

const look =
  "group inline-flex min-h-7.5 cursor-pointer items-center gap-2 text-13 disabled:cursor-default " +
  "print:[font-size:inherit] print:whitespace-normal";
const knob =
  "relative h-4.5 w-8 flex-none rounded-full border border-edge bg-sand after:absolute after:top-0.5 after:left-0.5 " +
  "after:size-3 after:rounded-full after:bg-edge after:content-[''] group-data-on:border-teal-700 group-data-on:bg-teal-700 " +
  "group-data-on:after:left-4 group-data-on:after:bg-white";

/** The switch of a row; a press changes it at once by the intent `switch`, which gets the fields and its other value. */
export function RowSwitch({
  on,
  label,
  word,
  fields,
  name,
  values: [off, whenOn],
  atOnce = false,
}: SwitchProps & {
  /** The row's id, under the name the intent reads. */
  fields: Record<string, string>;
  name: string;
  /** What the intent reads as off and on. */
  values: readonly [off: string, on: string];
  /** Shows the other value while it is sent; a refusal shows the old one again (R403). */
  atOnce?: boolean;
}) {
  // Every row has this form: a refusal belongs to one of them.
  const answer = useAnswer<Refused>();
  const own = Object.entries(fields).every(([field, value]) => answer?.values?.[field] === value);
  return (
    <Form
      intent="switch"
      outcome={own ? answer : {}}
      prefix={`switch-${Object.values(fields).join("-")}-`}
      preventScrollReset
      {...(atOnce && { "data-enhance": "switch" })}
    >
      {Object.entries(fields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <button
        type="submit"
        name={name}
        value={on ? off : whenOn}
        role="switch"
        aria-checked={on}
        aria-label={label}
        className={look}
        data-on={on || undefined}
      >
        <i aria-hidden="true" className={knob} />
        {word}
      </button>
    </Form>
  );
}

/** The same, where a dialog asks before anything changes. */
export const AskingSwitch = ({ on, label, word, to }: SwitchProps & { to: string }) => (
  <Link className={look} data-on={on || undefined} to={to} preventScrollReset aria-label={label}>
    <i aria-hidden="true" className={knob} />
    {word}
  </Link>
);
