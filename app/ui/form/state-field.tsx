import { states } from "#modules/catalog/shared.ts";
import { useLocale } from "../base/locale.ts";
import { SelectField } from "./fields.tsx";

/** Chooses a state of India, in the language of the page. */
export function StateField(props: { name: string; label: string; empty?: string; required?: boolean }) {
  const nameOf = useStateName();
  return <SelectField {...props} options={states.map(({ name }) => ({ value: name, label: nameOf(name) }))} />;
}

/** The names of states in the language of the page. */
export function useStateName() {
  const hindi = useLocale() === "hi";
  return (name: string) => (hindi && states.find((state) => state.name === name)?.hindi) || name;
}
