import type { ComponentProps } from "react";
import { useName } from "../base/site.ts";
import { type Option, SelectField } from "./fields.tsx";

type ServiceFieldProps = Omit<ComponentProps<typeof SelectField>, "options"> & { options: readonly Option[] };

/** Chooses a service, in the language of the page. */
export function ServiceField({ options, ...rest }: ServiceFieldProps) {
  const nameOf = useName();
  return <SelectField {...rest} options={options.map((each) => ({ ...each, label: nameOf(each.label) }))} />;
}
