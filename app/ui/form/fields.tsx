import { type InputHTMLAttributes, type ReactNode, useContext } from "react";
import { useAnswer } from "./answer.ts";
import { choiceLook } from "./choice-look.ts";
import { FormContext, useField } from "./form-state.ts";
import { OthersValue } from "./others-value.tsx";
import { SearchedSelect } from "./searched-select.tsx";

/*
 * Form controls. Inside <Form schema=…> they read required, maxLength, value and error by their name. Typing stops at
 * maxLength and what is pasted is not cut (islands/field-limits.ts), as the browser's own attribute would. Their texts are
 * translated strings.
 */

type FieldProps = {
  name: string;
  label: string;
  hint?: ReactNode;
  /** The first value, when the form's `values` have none. */
  value?: string | number | undefined;
  required?: boolean | undefined;
  /** The list its answers are collected in, whose errors it shows. */
  into?: string;
  className?: string;
};

type TextProps = FieldProps &
  Pick<
    InputHTMLAttributes<HTMLInputElement>,
    "type" | "inputMode" | "autoComplete" | "autoFocus" | "readOnly" | "pattern" | "min" | "max" | "step"
  > & {
    maxLength?: number;
    prefix?: string;
    list?: string;
    /** Typing stops at no length; the server extracts the digits. */
    uncut?: boolean;
    /** Is a mobile number. */
    phone?: boolean;
    /** Is a pincode. */
    pincode?: boolean;
  };

type Control = ReturnType<typeof useField>;

const describedBy = ({ id, error, othersChange }: Control, hint: unknown) =>
  [error && `${id}-error`, othersChange && `${id}-others`, hint && `${id}-hint`].filter(Boolean).join(" ") || undefined;

/** Label, control, and below it error and hint, so that neighbouring controls line up. */
function FieldFrame({
  field,
  label,
  hint,
  className = "",
  words,
  children,
}: Pick<FieldProps, "label" | "hint" | "className"> & { field: Control; children: ReactNode; words?: Words }) {
  return (
    <div className={`field ${className}`}>
      <label htmlFor={field.id}>
        {label} {field.required === false && <span className="hint">{field.words.optional}</span>}
      </label>
      {children}
      <HintAndError field={field} label={label} hint={hint} words={words} />
    </div>
  );
}

/** The label of a value of a field, such as an option's. */
type Words = ((value: string) => string) | undefined;

type HintAndErrorProps = { field: Control; label: string; hint?: ReactNode; words?: Words };

/** What stands with a field: its error, what another person saved meanwhile, its hint. */
export function HintAndError({ field, label, hint, words }: HintAndErrorProps) {
  return (
    <>
      {field.error && (
        <span id={`${field.id}-error`} className="wrong">
          {field.error}
        </span>
      )}
      {field.othersChange && (
        <OthersValue id={field.id} name={field.name} othersChange={field.othersChange} label={label} words={words} />
      )}
      {hint && (
        <p id={`${field.id}-hint`} className="hint my-1">
          {hint}
        </p>
      )}
    </>
  );
}

const wiring = (field: Control, hint: ReactNode) => ({
  id: field.id,
  name: field.name,
  required: field.required || undefined,
  "aria-invalid": field.error ? true : undefined,
  "aria-describedby": describedBy(field, hint),
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
  uncut = false,
  phone = false,
  pincode = false,
  ...rest
}: TextProps) {
  const field = useField(name, { required, maxLength, into });
  const input = (
    <input
      className={prefix ? "input rounded-l-none" : "input"}
      type={type}
      data-most={uncut ? undefined : field.maxLength}
      defaultValue={type === "password" ? undefined : (field.value ?? value)}
      {...wiring(field, hint)}
      {...(phone && {
        "data-phone": field.words.phoneDigits,
        "aria-describedby": [`${field.id}-now`, describedBy(field, hint)].filter(Boolean).join(" "),
      })}
      {...(pincode && { "data-pincode": field.words.pincodeDigits })}
      {...rest}
    />
  );
  return (
    <FieldFrame field={field} label={label} hint={hint} className={className ?? ""}>
      {prefix ? (
        <div className="prefixed flex">
          <span
            aria-hidden="true"
            className="flex items-center rounded-l-md border border-r-0 border-edge bg-sand px-3 text-soft desk:text-13"
          >
            {prefix}
          </span>
          {input}
        </div>
      ) : (
        input
      )}
      {phone && <span id={`${field.id}-now`} role="status" className="wrong-now" />}
    </FieldFrame>
  );
}

/**
 * A mobile number of ten digits after +91, in whatever format. Typing stops at its digits; pasted or left, it shows what
 * the server will read (islands/field-limits.ts).
 */
export function PhoneField(props: TextProps) {
  return <TextField type="tel" inputMode="tel" autoComplete="tel-national" uncut phone prefix="+91" {...props} />;
}

/** A pincode of six digits, at which typing stops (islands/field-limits.ts). */
export function PincodeField(props: TextProps) {
  return <TextField inputMode="numeric" autoComplete="postal-code" uncut pincode {...props} />;
}

type OtpProps = Omit<TextProps, "name"> & {
  name?: string;
  /** For a page that asks for nothing else: it is focused on arrival, unless the form was refused, whose errors are. */
  awaited?: boolean;
};

/** A one-time password: the phone may fill it in; the server never returns its value. */
export function OtpField({ name = "otp", awaited = false, ...rest }: OtpProps) {
  const focus = useAnswer() === undefined && awaited;
  return (
    <TextField
      name={name}
      inputMode="numeric"
      autoComplete="one-time-code"
      uncut
      {...(focus && { autoFocus: true })}
      {...rest}
    />
  );
}

/** An amount in whole rupees. */
export function MoneyField(props: TextProps) {
  return <TextField inputMode="numeric" autoComplete="off" prefix="₹" {...props} />;
}

/**
 * The version the form was filled from; a refused form keeps it, so that it does not overwrite somebody else's change.
 * Once that change is shown beside its fields, the form is sent on the version it led to.
 */
export function VersionField({ value }: { value: number }) {
  const { meanwhile } = useContext(FormContext);
  const field = useField("version");
  return <input type="hidden" name="version" value={meanwhile?.version ?? field.value ?? value} />;
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
    <FieldFrame field={field} label={label} hint={hint} className={className ?? ""}>
      <textarea
        className="input"
        rows={rows}
        data-most={field.maxLength}
        defaultValue={field.value ?? value}
        {...wiring(field, hint)}
      />
    </FieldFrame>
  );
}

/** `group` is the heading an option stands under in a select. */
export type Option = { value: string; label: string; hint?: ReactNode; disabled?: boolean; group?: string | undefined };

const asOptions = (options: readonly (Option | string)[]) =>
  options.map((option) => (typeof option === "string" ? { value: option, label: option } : option) as Option);

const wordsOf = (options: readonly (Option | string)[]) => (value: string) =>
  asOptions(options).find((option) => option.value === value)?.label ?? value;

type SelectProps = FieldProps & {
  options: readonly (Option | string)[];
  empty?: string | false;
  /** Where the options are but some of many: the address that finds others. */
  searchAt?: string | null;
};

/** One of many; `empty` is the text of no choice, false when a choice is always made. */
export function SelectField({
  name,
  label,
  hint,
  value,
  required,
  className,
  into,
  options,
  empty,
  searchAt,
}: SelectProps) {
  const field = useField(name, { required, into });
  return (
    <FieldFrame field={field} label={label} hint={hint} className={className ?? ""} words={wordsOf(options)}>
      <SearchedSelect
        search={searchAt ? { at: searchAt, typed: field.part("search") ?? "" } : undefined}
        label={label}
        options={asOptions(options)}
        empty={empty ?? field.words.choose}
        defaultValue={field.value ?? value ?? ""}
        {...wiring(field, hint)}
      />
    </FieldFrame>
  );
}

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
    <fieldset className={`field ${className}`} aria-describedby={describedBy(field, hint)}>
      <legend className="legend">{label}</legend>
      <div className={`grid gap-2 ${columns ? "sm:grid-cols-2" : ""}`}>
        {asOptions(options).map((option, at) => (
          <label key={option.value} className={choiceLook}>
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
      <HintAndError field={field} label={label} hint={hint} words={wordsOf(options)} />
    </fieldset>
  );
}

/** Half hours of the bookable day, 08:00 to 20:00 (R030). */
export const halfHours = Array.from({ length: 25 }, (_, at) => {
  const minutes = 8 * 60 + at * 30;
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
});

/** The choices of times, with the one that stands when it is none of them. */
const withOwn = (slots: Option[], time: string | undefined) =>
  !time || slots.some(({ value }) => value === time)
    ? slots
    : [...slots, { value: time, label: time }].sort((one, other) => one.value.localeCompare(other.value));

type SlotProps = FieldProps & {
  /** First and last selectable day, `YYYY-MM-DD` in IST. */
  min?: string;
  max?: string;
  /** The half hours; the page passes those that have passed today as disabled options. */
  slots?: readonly (Option | string)[];
};

/** A day and a half hour; sent as `name:date` and `name:time`, which the server joins to one moment in IST. */
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
  const shared = { "aria-invalid": field.error ? true : undefined, "aria-describedby": describedBy(field, hint) };
  return (
    <fieldset className={`field ${className}`}>
      <legend className="legend">{label}</legend>
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
            {withOwn(asOptions(slots), time).map((slot) => (
              <option key={slot.value} value={slot.value} disabled={slot.disabled}>
                {slot.label}
              </option>
            ))}
          </select>
        </label>
      </div>
      <HintAndError field={field} label={label} hint={hint} />
    </fieldset>
  );
}
