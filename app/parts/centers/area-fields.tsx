import type { ReactNode } from "react";
import { useSay } from "#app/ui/base/say.tsx";
import { StateField } from "#app/ui/form/choice-fields.tsx";
import { PincodeField, TextField } from "#app/ui/form/fields.tsx";

/** Where a center is and works; the country is fixed (R196), city and state are suggested by the pincode. */
export function AreaFields({ areaHint, children }: { areaHint: ReactNode; children?: ReactNode }) {
  const say = useSay();
  return (
    <div className="grid items-start gap-4 md:grid-cols-2" data-enhance="place copy-pincode">
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
