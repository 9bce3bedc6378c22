import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import place from "#app/islands/place.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { StateField } from "#app/ui/form/choice-fields.tsx";
import { PincodeField, TextField } from "#app/ui/form/fields.tsx";

/** R194: typing the address pincode also copies it into the service-area pincode. */
function copyPincode({ target, currentTarget }: FormEvent<HTMLElement>) {
  const area = currentTarget.querySelector<HTMLInputElement>("[name=additionalPincode]");
  if (area && (target as HTMLInputElement).name === "pincode") area.value = (target as HTMLInputElement).value;
}

/** Where a center is and works; the country is fixed (R196), city and state are suggested by the pincode. */
export function AreaFields({ areaHint, children }: { areaHint: ReactNode; children?: ReactNode }) {
  const say = useSay();
  const address = useRef<HTMLDivElement>(null);
  useEffect(() => place(address.current!), []);
  return (
    <div ref={address} className="grid items-start gap-4 md:grid-cols-2" onInput={copyPincode}>
      {children}
      <StateField name="state" label={say("common.state")} />
      <TextField name="country" label={say("common.country")} value={say("common.india")} required readOnly />
      <PincodeField name="pincode" label={say("common.pincode")} autoComplete="off" />
      <PincodeField
        name="additionalPincode"
        label={say("registration.additional")}
        hint={areaHint}
        autoComplete="off"
      />
    </div>
  );
}
