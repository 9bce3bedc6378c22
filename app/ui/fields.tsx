import { type InputHTMLAttributes, type ReactNode, useState } from "react";
import { useField } from "./form.tsx";

/*
 * The controls of forms. Inside <Form schema=…> they read required, maxLength, value and error by their name.
 * Texts come as strings already said, so that islands may use these fields without the catalogs.
 */

type FieldProps = {
  name: string;
  label: string;
  hint?: ReactNode;
  /** First value, when the form's `values` do not have one. */
  value?: string | number | undefined;
  required?: boolean | undefined;
  /** The list its answers are collected in, of which it says what is wrong. */
  into?: string;
  className?: string;
};

type TextProps = FieldProps &
  Pick<
    InputHTMLAttributes<HTMLInputElement>,
    "type" | "inputMode" | "autoComplete" | "readOnly" | "pattern" | "min" | "max" | "step"
  > & {
    maxLength?: number;
    prefix?: string;
    list?: string;
  };

type Control = ReturnType<typeof useField>;

const describedBy = (id: string, hint: unknown, error: unknown) =>
  [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;

/** Label, hint, error and control in the order they are read. */
function Framed({
  field,
  label,
  hint,
  className = "",
  children,
}: Pick<FieldProps, "label" | "hint" | "className"> & { field: Control; children: ReactNode }) {
  return (
    <div className={`field ${className}`}>
      <label htmlFor={field.id}>
        {label} {field.required === false && <span className="hint">{field.words.optional}</span>}
      </label>
      <Told field={field} hint={hint} />
      {children}
    </div>
  );
}

function Told({ field, hint }: { field: Control; hint: ReactNode }) {
  return (
    <>
      {hint && (
        <p id={`${field.id}-hint`} className="hint mb-1">
          {hint}
        </p>
      )}
      {field.error && (
        <span id={`${field.id}-error`} className="wrong">
          {field.error}
        </span>
      )}
    </>
  );
}

const wiring = (field: Control, hint: ReactNode) => ({
  id: field.id,
  name: field.name,
  required: field.required || undefined,
  "aria-invalid": field.error ? true : undefined,
  "aria-describedby": describedBy(field.id, hint, field.error),
});

/** One line of text. */
export function TextField({
  name,
  label,
  hint,
  value,
  required,
  maxLength,
  className,
  into,
  prefix,
  type = "text",
  ...rest
}: TextProps) {
  const field = useField(name, { required, maxLength, into });
  const input = (
    <input
      className="input"
      type={type}
      maxLength={field.maxLength}
      defaultValue={type === "password" ? undefined : (field.value ?? value)}
      {...wiring(field, hint)}
      {...rest}
    />
  );
  return (
    <Framed field={field} label={label} hint={hint} className={className ?? ""}>
      {prefix ? (
        <div className="prefixed">
          <span aria-hidden="true">{prefix}</span>
          {input}
        </div>
      ) : (
        input
      )}
    </Framed>
  );
}

/** A mobile number of ten digits after +91. */
export function PhoneField(props: TextProps) {
  return (
    <TextField type="tel" inputMode="numeric" autoComplete="tel-national" maxLength={10} prefix="+91" {...props} />
  );
}

/** A pincode of six digits. */
export function PincodeField(props: TextProps) {
  return <TextField inputMode="numeric" autoComplete="postal-code" maxLength={6} {...props} />;
}

/** A one-time password: one field that the phone may fill by itself; never filled again by us. */
export function OtpField({ name = "otp", ...rest }: Omit<TextProps, "name"> & { name?: string }) {
  return <TextField name={name} inputMode="numeric" autoComplete="one-time-code" maxLength={6} {...rest} />;
}

/** An amount in whole rupees. */
export function MoneyField(props: TextProps) {
  return <TextField inputMode="numeric" autoComplete="off" prefix="₹" {...props} />;
}

/** The version a form was filled from; what was refused is sent again as it was, and not over somebody else's change. */
export function VersionField({ value }: { value: number }) {
  const field = useField("version");
  return <input type="hidden" name="version" value={field.value ?? value} />;
}

/** Several lines of text. */
export function AreaField({
  name,
  label,
  hint,
  value,
  required,
  maxLength,
  className,
  rows = 3,
}: FieldProps & { maxLength?: number; rows?: number }) {
  const field = useField(name, { required, maxLength });
  return (
    <Framed field={field} label={label} hint={hint} className={className ?? ""}>
      <textarea
        className="input"
        rows={rows}
        maxLength={field.maxLength}
        defaultValue={field.value ?? value}
        {...wiring(field, hint)}
      />
    </Framed>
  );
}

export type Option = { value: string; label: string; hint?: ReactNode; disabled?: boolean };

const asOptions = (options: readonly (Option | string)[]) =>
  options.map((option) => (typeof option === "string" ? { value: option, label: option } : option) as Option);

type SelectProps = FieldProps & { options: readonly (Option | string)[]; empty?: string | false };

/** One of many; `empty` is the words of no choice, false when there is always one. */
export function SelectField({ name, label, hint, value, required, className, into, options, empty }: SelectProps) {
  const field = useField(name, { required, into });
  const [chosen] = useState(() => chosenBefore(field.id));
  return (
    <Framed field={field} label={label} hint={hint} className={className ?? ""}>
      <select className="input" defaultValue={chosen ?? field.value ?? value ?? ""} {...wiring(field, hint)}>
        {empty !== false && <option value="">{empty ?? field.words.choose}</option>}
        {asOptions(options).map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    </Framed>
  );
}

/** What was chosen while the page was not awake yet: React would set it back. */
const chosenBefore = (id: string) =>
  typeof document === "undefined" ? undefined : (document.getElementById(id) as HTMLSelectElement | null)?.value;

type ChoicesProps = FieldProps & { options: readonly (Option | string)[]; columns?: boolean };

/** One of a few, each a card to tap. */
export function RadioCards(props: ChoicesProps) {
  return <Choices type="radio" {...props} />;
}

/** Any of a few. */
export function CheckCards(props: ChoicesProps) {
  return <Choices type="checkbox" {...props} />;
}

function Choices({
  type,
  name,
  label,
  hint,
  value,
  required,
  className = "",
  options,
  columns,
}: ChoicesProps & { type: "radio" | "checkbox" }) {
  const field = useField(name, { required });
  const chosen = field.list.length > 0 ? field.list : value === undefined ? [] : [String(value)];
  return (
    <fieldset className={`field ${className}`} aria-describedby={describedBy(field.id, hint, field.error)}>
      <legend className="legend">{label}</legend>
      <Told field={field} hint={hint} />
      <div className={`grid gap-2 ${columns ? "sm:grid-cols-2" : ""}`}>
        {asOptions(options).map((option, at) => (
          <label key={option.value} className="choice">
            <input
              type={type}
              id={at === 0 ? field.id : `${field.id}-${at}`}
              name={name}
              value={option.value}
              defaultChecked={chosen.includes(option.value)}
              disabled={option.disabled}
              required={(type === "radio" && field.required) || undefined}
            />
            <span>
              {option.label}
              {option.hint && <span className="hint block">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Half hours of the bookable day, 08:00 to 20:00 (R030). */
export const halfHours = Array.from({ length: 25 }, (_, at) => {
  const minutes = 8 * 60 + at * 30;
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
});

type SlotProps = FieldProps & {
  /** First and last day that can be chosen, `YYYY-MM-DD` of India. */
  min?: string;
  max?: string;
  /** Slots that cannot be chosen today are given as disabled options by the page. */
  slots?: readonly (Option | string)[];
};

/** A day and a half hour; sent as `name:date` and `name:time`, which the door joins to one moment of India time. */
export function SlotField({
  name,
  label,
  hint,
  value,
  required,
  className = "",
  min,
  max,
  slots = halfHours,
}: SlotProps) {
  const field = useField(name, { required });
  const [day, time] = String(value ?? field.value ?? "").split("T");
  const shared = {
    "aria-invalid": field.error ? true : undefined,
    "aria-describedby": describedBy(field.id, hint, field.error),
  };
  return (
    <fieldset className={`field ${className}`}>
      <legend className="legend">{label}</legend>
      <Told field={field} hint={hint} />
      <div className="grid grid-cols-[3fr_2fr] gap-3">
        <label className="text-sm">
          {field.words.date}
          <input
            id={field.id}
            className="input"
            type="date"
            name={`${name}:date`}
            min={min}
            max={max}
            defaultValue={field.part("date") ?? day}
            {...shared}
          />
        </label>
        <label className="text-sm">
          {field.words.time}
          <select className="input" name={`${name}:time`} defaultValue={field.part("time") ?? time ?? ""} {...shared}>
            <option value="">{field.words.choose}</option>
            {asOptions(slots).map((slot) => (
              <option key={slot.value} value={slot.value} disabled={slot.disabled}>
                {slot.label}
              </option>
            ))}
          </select>
        </label>
      </div>
    </fieldset>
  );
}
