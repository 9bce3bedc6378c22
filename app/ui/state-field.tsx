import { states } from "#modules/catalog/shared.ts";
import { SelectField } from "./fields.tsx";
import { useLocale } from "./locale.ts";

/** A state of India, in the language of the page. */
export function StateField(props: { name: string; label: string; empty?: string; required?: boolean }) {
  const hindi = useLocale() === "hi";
  return (
    <SelectField
      {...props}
      options={states.map((state) => ({ value: state.name, label: hindi ? state.hindi : state.name }))}
    />
  );
}
