import { useFormAction, useMatches } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import type { z } from "zod";
import { refusedName } from "#app/exchange/names.ts";
import { FormKey } from "../base/form-key.tsx";
import type { Handle } from "../base/handle.ts";
import { nearness } from "../base/near.ts";
import { isOnlyConfirm, type Refused } from "../base/refused.ts";
import { useSay } from "../base/say.tsx";
import { useSite } from "../base/site.ts";
import { useAnswer } from "./answer.ts";
import { ConfirmLine } from "./confirm-fields.tsx";
import { FormContext, type FormState, idOf, type Values } from "./form-state.ts";
import { wordsOf } from "./needs.ts";

type FormProps = Omit<ComponentProps<"form">, "method" | "children"> & {
  /** The islands of the form besides its own. */
  "data-enhance"?: string;
  /** The schema that validates it: fields read `required` and `maxLength` from it. */
  schema?: z.ZodType;
  /** Sent as the `intent` field; a refusal of another intent is not shown in this form. */
  intent?: string;
  /** The first values; what was typed in a refused try takes precedence. */
  values?: Values;
  method?: "get" | "post";
  /** An answer of its own, instead of the page's. */
  outcome?: unknown;
  /** For acts that always need password and code: whether there is a code. Otherwise a refusal adds the fields. */
  confirm?: { otp: boolean } | undefined;
  /** A prefix of ids, when a page has several forms with the same fields. */
  prefix?: string;
  /** For console forms: asks before it is left with unsaved input. Not for forms whose input is stored as it is typed. */
  guarded?: boolean;
  /** For dialogs: a foot among the children shows the line for the password (ConfirmLine). */
  footed?: boolean;
  /** Whether the page stays scrolled as it is. */
  preventScrollReset?: boolean;
  /** Whether the browser itself sends it, in consoles too: to a page of another kind. */
  reloadDocument?: boolean;
  children: ReactNode;
};

/** A form that shows its refusal and keeps what was typed; its fields are in fields.tsx. */
export function Form({
  schema,
  intent,
  values = {},
  outcome,
  confirm,
  prefix = "",
  guarded = false,
  footed = false,
  preventScrollReset,
  reloadDocument,
  action,
  children,
  method = "post",
  "data-enhance": enhance,
  ...rest
}: FormProps) {
  const say = useSay();
  const address = useSite().here;
  const answered = useAnswer<Refused>();
  const refused = refusalOf(outcome === undefined ? answered : (outcome as Refused | undefined), intent);
  const errors = Object.fromEntries(
    Object.entries(refused?.errors ?? {}).map(([name, key]) => [name, wordsOf(name, key, refused!, say)]),
  );
  const confirmation = confirm ?? refused?.confirm;
  const state: FormState = {
    schema,
    values: { ...values, ...refused?.values },
    errors,
    prefix,
    meanwhile: refused?.meanwhile,
    confirm: confirmation && { otp: confirmation.otp, first: isOnlyConfirm(refused) },
    words: {
      optional: say("form.optional"),
      choose: say("common.choose"),
      date: say("common.date"),
      time: say("common.time"),
      phoneDigits: say("form.phoneDigits"),
      pincodeDigits: say("form.pincode"),
    },
  };
  const here = useFormAction();
  const failed = failureOf(useMatches(), intent);
  return (
    <FormContext.Provider value={state}>
      <form
        id={intent && idOf(prefix, `form-${intent}`)}
        method={method}
        action={action ?? here}
        noValidate
        data-failed={failed && say(failed)}
        data-guarded={guarded ? "" : undefined}
        data-refused={refused?.problem === undefined ? undefined : ""}
        data-stored-as={method === "post" ? `${pageOf(address)} ${intent ?? ""} ${prefix}` : undefined}
        data-enhance={["form", enhance].filter(Boolean).join(" ")}
        {...(!reloadDocument && nearness(preventScrollReset))}
        {...rest}
      >
        {/* Enter in a field sends the form; it does not press the first button that takes a value over. */}
        {state.meanwhile && <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" />}
        {intent && <input type="hidden" name="intent" value={intent} />}
        {method === "post" && <FormKey />}
        {!footed && <ConfirmLine />}
        {children}
      </form>
    </FormContext.Provider>
  );
}

/** The specified sentence of an intent's failure on its page (R323). */
const failureOf = (matches: ReturnType<typeof useMatches>, intent = "") =>
  matches.flatMap(({ handle }) => (handle as Handle | undefined)?.failures?.[intent] ?? []).at(-1);

/** An address without its reference to a refused form: what was typed is of the page, however it is shown. */
const pageOf = (here: string) => here.replace(new RegExp(`([?&])${refusedName}=[^&]*&?`), "$1").replace(/[?&]$/, "");

const refusalOf = (answer: Refused | undefined, intent: string | undefined) =>
  answer && (!intent || !answer.intent || answer.intent === intent) ? answer : undefined;
