import { createContext, useContext } from "react";
import type { z } from "zod";
import type { FieldValues, Meanwhile } from "#modules/kernel/errors.ts";
import { constraintsOf } from "./constraints.ts";

export type Values = Record<string, string | number | string[] | null | undefined>;

export type FormState = {
  schema?: z.ZodType | undefined;
  values: Values;
  /** Field name → error in the page's language. */
  errors: Record<string, string>;
  prefix: string;
  /** What others changed since the form was filled. */
  meanwhile?: Meanwhile | undefined;
  /** The password, and a code, that must be given again; `first` when only they are missing. */
  confirm?: { otp: boolean; first: boolean } | undefined;
  words: { optional: string; choose: string; date: string; time: string; phoneDigits: string; pincodeDigits: string };
};

const wordless = { optional: "", choose: "", date: "", time: "", phoneDigits: "", pincodeDigits: "" };
/** The form's state for its fields. */
export const FormContext = createContext<FormState>({ values: {}, errors: {}, prefix: "", words: wordless });

/** The id of a field's control. */
export const idOf = (prefix: string, name: string) => `${prefix}${name}`.replace(/[^\w-]/g, "-");

/** Everything a control needs: its id, name, value, error and the constraints of its schema. */
export function useField(
  name: string,
  own: { required?: boolean | undefined; maxLength?: number | undefined; into?: string | undefined } = {},
) {
  const { schema, values, errors, prefix, words, meanwhile } = useContext(FormContext);
  const id = idOf(prefix, name);
  const rules = constraintsOf(schema, name);
  const value = values[name];
  return {
    id,
    name,
    words,
    error: errors[name] ?? (own.into && errors[own.into]),
    value: Array.isArray(value) ? undefined : value == null ? undefined : String(value),
    list: Array.isArray(value) ? value : value == null ? [] : [String(value)],
    part: (suffix: string) => (values[`${name}:${suffix}`] == null ? undefined : String(values[`${name}:${suffix}`])),
    required: own.required ?? rules.required,
    maxLength: own.maxLength ?? rules.maxLength,
    othersChange: meanwhile && othersChangeOf(meanwhile, name, value),
  };
}

/** A field's values before and after others changed it, when the form holds something else. */
export type OthersChange = { was: FieldValues[string] | undefined; now: FieldValues[string] };

function othersChangeOf({ was, now }: Meanwhile, name: string, held: Values[string]): OthersChange | undefined {
  const stands = now[name];
  if (stands === undefined || comparedText(stands) === comparedText(held)) return undefined;
  return { was: was[name], now: stands };
}

const comparedText = (value: Values[string] | FieldValues[string]) =>
  [value ?? ""].flat().filter(Boolean).sort().join("\n");
