import type { ComponentProps, ReactNode } from "react";
import type { z } from "zod";
import { AreaFields } from "#app/parts/centers/area-fields.tsx";
import { Card } from "#app/ui/base/card.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { ServiceField } from "#app/ui/form/choice-fields.tsx";
import { PhoneField, TextField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";

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

/** A center's fields as its onboarder enters them (R193); the country is fixed (R196). */
export function CenterForm({ schema, intent, values, services, edited, children }: CenterFormProps) {
  const say = useSay();
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
              label={say("common.primaryService")}
              hint={say("center.primaryLocked")}
              value={edited.primaryService}
              required
              readOnly
            />
          ) : (
            <ServiceField name="primaryServiceId" label={say("common.primaryService")} options={services} />
          )}
          <ServiceField
            name="secondaryServiceId"
            label={say("onboarder.other")}
            hint={edited?.alsoServices && say("center.alsoServices", { names: edited.alsoServices })}
            options={services}
          />
        </div>
      </Card>
      <Card>
        <AreaFields
          areaHint={
            edited?.alsoPincodes
              ? say("center.alsoPincodes", { pincodes: edited.alsoPincodes })
              : say("onboarder.areaHint")
          }
        />
      </Card>
      {children}
    </Form>
  );
}
