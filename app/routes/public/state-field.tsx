import { SelectField } from "#app/ui/fields.tsx";
import { useLocale } from "#app/ui/locale.ts";
import { states } from "#modules/catalog/shared.ts";

/** A state of India, in the language of the page. */
export function StateField(props: { name: string; label: string; empty?: string }) {
  const hindi = useLocale() === "hi";
  return (
    <SelectField
      {...props}
      options={states.map((state) => ({ value: state.name, label: hindi ? state.hindi : state.name }))}
    />
  );
}
