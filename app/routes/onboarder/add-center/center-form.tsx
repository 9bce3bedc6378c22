import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef } from "react";
import type { z } from "zod";
import place from "#app/islands/place.ts";
import { Card } from "#app/ui/base/card.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { PhoneField, PincodeField, SelectField, TextField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { StateField } from "#app/ui/form/state-field.tsx";

type CenterFormProps = {
  schema: z.ZodType;
  intent: string;
  values: ComponentProps<typeof Form>["values"];
  services: readonly { value: string; label: string }[];
  /** For a center being changed: what the form shows, and which details are not changed here. */
  edited?: { phoneShown: boolean; primaryService: string; alsoServices: string; alsoPincodes: string };
  /** Further fields of the page, above the button. */
  children: ReactNode;
};

/** R194: typing the address pincode also copies it into the service-area pincode. */
function copyPincode({ target, currentTarget }: FormEvent<HTMLElement>) {
  const area = currentTarget.querySelector<HTMLInputElement>("[name=additionalPincode]");
  if (area && (target as HTMLInputElement).name === "pincode") area.value = (target as HTMLInputElement).value;
}

/** A center's fields as its onboarder enters them (R193); the country is fixed (R196). */
export function CenterForm({ schema, intent, values, services, edited, children }: CenterFormProps) {
  const say = useSay();
  const address = useRef<HTMLDivElement>(null);
  useEffect(() => place(address.current!), []);
  return (
    <Form schema={schema} intent={intent} values={values} guarded className="grid gap-5">
      <Card>
        <div className="grid items-start gap-4 md:grid-cols-2">
          <TextField name="centerName" label={say("registration.centerName")} autoComplete="off" />
          {edited && !edited.phoneShown ? (
            <TextField name="phone" label={say("onboarder.mobile")} hint={say("center.phoneHidden")} readOnly />
          ) : (
            <PhoneField
              name="phone"
              label={say("onboarder.mobile")}
              hint={say(edited ? "center.phoneChanged" : "onboarder.mobileHint")}
              autoComplete="off"
            />
          )}
          {edited ? (
            <TextField
              name="primaryService"
              label={say("registration.primary")}
              hint={say("center.primaryLocked")}
              value={edited.primaryService}
              required
              readOnly
            />
          ) : (
            <SelectField name="primaryServiceId" label={say("registration.primary")} options={services} />
          )}
          <SelectField
            name="secondaryServiceId"
            label={say("onboarder.other")}
            hint={edited?.alsoServices && say("center.alsoServices", { names: edited.alsoServices })}
            options={services}
          />
        </div>
      </Card>
      <Card>
        <div ref={address} className="grid items-start gap-4 md:grid-cols-2" onInput={copyPincode}>
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
            hint={
              edited?.alsoPincodes
                ? say("center.alsoPincodes", { pincodes: edited.alsoPincodes })
                : say("onboarder.areaHint")
            }
            autoComplete="off"
          />
        </div>
      </Card>
      {children}
    </Form>
  );
}
