import { useId } from "react";
import { useSite } from "./site.ts";

/**
 * The hidden key of a form: sent twice, by a double click or after a lost answer, it is done once
 * (form-once.server.ts).
 */
export function FormKey() {
  const { formKey } = useSite();
  const place = useId();
  return formKey ? <input type="hidden" name="once" value={`${formKey}${place}`} /> : null;
}
