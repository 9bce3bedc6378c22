import { states } from "#modules/catalog/shared.ts";
import { useAddress } from "../base/address.ts";
import { SelectField } from "./fields.tsx";

/** Chooses a state of India, in the language of the page. */
export function StateField(props: { name: string; label: string; empty?: string; required?: boolean }) {
  const nameOf = useAddress();
  return <SelectField {...props} options={states.map(({ name }) => ({ value: name, label: nameOf<string>(name) }))} />;
}
