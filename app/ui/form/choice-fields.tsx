import type { ComponentProps } from "react";
import { states } from "#modules/catalog/shared.ts";
import { useAddress } from "../base/address.tsx";
import { useName } from "../base/site.ts";
import { type Option, SelectField } from "./fields.tsx";

/** Chooses a state of India, in the language of the page. */
export function StateField(props: { name: string; label: string; empty?: string; required?: boolean }) {
  const nameOf = useAddress();
  return <SelectField {...props} options={states.map(({ name }) => ({ value: name, label: nameOf<string>(name) }))} />;
}

type ServiceFieldProps = Omit<ComponentProps<typeof SelectField>, "options"> & { options: readonly Option[] };

/** Chooses a service, in the language of the page. */
export function ServiceField({ options, ...rest }: ServiceFieldProps) {
  const nameOf = useName();
  return <SelectField {...rest} options={options.map((each) => ({ ...each, label: nameOf(each.label) }))} />;
}
