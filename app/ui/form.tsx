import { Form as RemixForm } from "@remix-run/react";
import { type ComponentProps, createContext, type ReactNode, useContext, useId } from "react";
import type { z } from "zod";
import type { MessageKey, MessageParams } from "#modules/kernel/messages/index.ts";
import { useAnswer } from "./answer.ts";
import { constraintsOf } from "./constraints.ts";
import { useSay } from "./say.tsx";
import { useSite } from "./site.ts";

/** What an action of page.server.ts answers when it refuses (ActionResult). */
type Refused = {
  intent?: string;
  errors?: Record<string, MessageKey>;
  values?: Record<string, string | string[]>;
  problem?: MessageKey;
  params?: MessageParams;
};

type Values = Record<string, string | number | string[] | null | undefined>;

type FormState = {
  schema?: z.ZodType | undefined;
  values: Values;
  /** Field name → sentence in the page's language. */
  errors: Record<string, string>;
  prefix: string;
  words: { optional: string; choose: string; date: string; time: string };
};

const english = { optional: "(optional)", choose: "Choose", date: "Date", time: "Time" };
const FormContext = createContext<FormState>({ values: {}, errors: {}, prefix: "", words: english });

type FormProps = Omit<ComponentProps<typeof RemixForm>, "method" | "children"> & {
  /** The schema that judges it: fields read `required` and `maxLength` from it. */
  schema?: z.ZodType;
  /** Sent as the `intent` field; a refusal of another intent is not shown in this form. */
  intent?: string;
  /** First values; what was typed in a refused try wins. */
  values?: Values;
  method?: "get" | "post";
  /** Answer of a fetcher, for forms in dialogs. */
  outcome?: unknown;
  /** Before the names of ids, when a page holds several forms with the same fields. */
  prefix?: string;
  children: ReactNode;
};

/** A form that shows its refusal and keeps what was typed; its fields are those of fields.tsx. */
export function Form({
  schema,
  intent,
  values = {},
  outcome,
  prefix = "",
  children,
  method = "post",
  ...rest
}: FormProps) {
  const say = useSay();
  const answered = useAnswer<Refused>();
  const refused = refusalOf(outcome === undefined ? answered : (outcome as Refused | undefined), intent);
  const errors = Object.fromEntries(Object.entries(refused?.errors ?? {}).map(([name, key]) => [name, say(key)]));
  const state: FormState = {
    schema,
    values: { ...values, ...refused?.values },
    errors,
    prefix,
    words: {
      optional: say("form.optional"),
      choose: say("form.choose"),
      date: say("form.day"),
      time: say("form.time"),
    },
  };
  return (
    <FormContext.Provider value={state}>
      <RemixForm method={method} noValidate {...rest}>
        {intent && <input type="hidden" name="intent" value={intent} />}
        {method === "post" && <FormKey />}
        {children}
      </RemixForm>
    </FormContext.Provider>
  );
}

/** What a form is known by: sent twice, by a double click or a lost answer, it is done once (form-once.server.ts). */
export function FormKey() {
  const { formKey } = useSite();
  const place = useId();
  return formKey ? <input type="hidden" name="once" value={`${formKey}${place}`} /> : null;
}

const refusalOf = (answer: Refused | undefined, intent: string | undefined) =>
  answer && (!intent || !answer.intent || answer.intent === intent) ? answer : undefined;

/** Everything a control needs: its id, name, value, error and the rules of its schema. */
export function useField(
  name: string,
  own: { required?: boolean | undefined; maxLength?: number | undefined; into?: string | undefined } = {},
) {
  const { schema, values, errors, prefix, words } = useContext(FormContext);
  const id = `${prefix}${name}`.replace(/[^\w-]/g, "-");
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
  };
}
