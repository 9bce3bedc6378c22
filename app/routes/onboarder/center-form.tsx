import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import type { z } from "zod";
import place from "#app/islands/place.ts";
import { Card } from "#app/ui/card.tsx";
import { PhoneField, PincodeField, SelectField, TextField } from "#app/ui/fields.tsx";
import { Form } from "#app/ui/form.tsx";
import { useSay } from "#app/ui/say.tsx";
import { StateField } from "../public/state-field.tsx";

type CenterFormProps = {
  schema: z.ZodType;
  intent: string;
  values: Record<string, string>;
  services: readonly { value: string; label: string }[];
  /** More fields of whoever uses it, before its button. */
  children: ReactNode;
};

/** R194: typing the address pincode also copies it into the service-area pincode. */
function copyPincode({ target, currentTarget }: FormEvent<HTMLElement>) {
  const area = currentTarget.querySelector<HTMLInputElement>("[name=additionalPincode]");
  if (area && (target as HTMLInputElement).name === "pincode") area.value = (target as HTMLInputElement).value;
}

/** The fields of a center as its onboarder writes it down (R193); the country is fixed (R196). */
export function CenterForm({ schema, intent, values, services, children }: CenterFormProps) {
  const say = useSay();
  const address = useRef<HTMLDivElement>(null);
  useEffect(() => place(address.current!), []);
  return (
    <Form schema={schema} intent={intent} values={values} className="grid gap-5">
      <Card>
        <div className="grid items-end gap-4 md:grid-cols-2">
          <TextField name="centerName" label={say("registration.centerName")} autoComplete="off" />
          <PhoneField
            name="phone"
            label={say("onboarder.mobile")}
            hint={say("onboarder.mobileHint")}
            autoComplete="off"
          />
          <SelectField name="primaryServiceId" label={say("registration.primary")} options={services} />
          <SelectField name="secondaryServiceId" label={say("onboarder.other")} options={services} />
        </div>
      </Card>
      <Card>
        <div ref={address} className="grid items-end gap-4 md:grid-cols-2" onInput={copyPincode}>
          <StateField name="state" label={say("registration.state")} />
          <TextField
            name="country"
            label={say("registration.country")}
            value={say("registration.countryValue")}
            required
            readOnly
          />
          <PincodeField name="pincode" label={say("registration.pincode")} autoComplete="off" />
          <PincodeField
            name="additionalPincode"
            label={say("registration.additional")}
            hint={say("onboarder.areaHint")}
            autoComplete="off"
          />
        </div>
      </Card>
      {children}
    </Form>
  );
}
