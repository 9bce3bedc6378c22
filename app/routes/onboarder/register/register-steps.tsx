import { RegistrationCode } from "#app/parts/centers/registration-code.tsx";
import { Registered } from "#app/parts/centers/registration-steps.tsx";
import { useAddress } from "#app/ui/base/address.tsx";
import { Button } from "#app/ui/base/button.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { Facts } from "#app/ui/detail/detail.tsx";
import { ServiceField } from "#app/ui/form/choice-fields.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { PhoneField, SelectField, TextField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { states } from "#modules/catalog/shared.ts";
import { OnboarderRegistration } from "#modules/centers/shared.ts";
import { ChipsField } from "./chips-field.tsx";

type DetailsProps = {
  services: readonly { value: string; label: string }[];
  values: Record<string, string | string[]>;
  login: string;
};

/** Personal details, services and area (R182, R183). */
export function DetailsStep({ services, values, login }: DetailsProps) {
  const say = useSay();
  const nameOf = useAddress();
  return (
    <div className="max-w-xl">
      <h1 className="mb-2">{say("onboarder.title")}</h1>
      <p className="mb-2 text-soft">{say("onboarder.intro")}</p>
      <p className="mb-5">
        {say("registration.haveCenter")}{" "}
        <a className="link inline-flex min-h-11 items-center" href={login}>
          {say("registration.login")}
        </a>
      </p>
      <ErrorSummary />
      <Form schema={OnboarderRegistration} values={values} className="card grid gap-5">
        {/* First in the form, so that Enter in a field sends it; the buttons further down only add chips. */}
        <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" name="intent" value="send" />
        <TextField name="name" label={say("common.shopCenterName")} autoComplete="organization" />
        <PhoneField name="phone" label={say("common.mobileNumberTitle")} />
        <ServiceField name="primaryServiceId" label={say("onboarder.service")} options={services} />
        <ChipsField
          name="allowedStates"
          label={say("onboarder.chosen")}
          hint={say("onboarder.removeHint")}
          intent="addState"
          add={say("onboarder.addState")}
          words={nameOf}
        >
          <SelectField
            name="state"
            into="allowedStates"
            label={say("common.state")}
            hint={say("onboarder.stateHint")}
            className="min-w-48 flex-1"
            options={states.map(({ name }) => ({ value: name, label: nameOf<string>(name) }))}
          />
        </ChipsField>
        <ChipsField
          name="allowedCities"
          label={say("onboarder.chosen")}
          hint={say("onboarder.removeHint")}
          twice={say("onboarder.cityTwice")}
          intent="addCity"
          add={say("onboarder.addCity")}
        >
          <TextField
            name="city"
            into="allowedCities"
            label={say("onboarder.cities")}
            hint={say("onboarder.citiesHint")}
            className="min-w-48 flex-1"
            maxLength={60}
            autoComplete="off"
          />
        </ChipsField>
        <div>
          <Button wide name="intent" value="send">
            {say("common.sendOtp")}
          </Button>
        </div>
      </Form>
    </div>
  );
}

type CodeView = OnboarderRegistration & { service: string; held: { open: boolean; waitSeconds: number } };

/** The code, with the mobile number locked (R185). */
export function CodeStep({ view, back }: { view: CodeView; back: string }) {
  const say = useSay();
  const nameOf = useAddress();
  return (
    <RegistrationCode
      title={say("registration.codeTitle")}
      phoneLabel={say("common.mobileNumberTitle")}
      phone={view.phone}
      held={view.held}
      act={say("registration.confirm")}
      back={back}
      enhanced
    >
      <Facts
        title={say("registration.summary")}
        facts={[
          { label: say("common.shopCenterName"), value: view.name },
          { label: say("onboarder.service"), value: view.service },
          { label: say("common.state"), value: view.allowedStates.map((name) => nameOf(name)).join(", ") },
          { label: say("onboarder.cities"), value: view.allowedCities.join(", ") },
        ]}
      />
    </RegistrationCode>
  );
}

/** The last page; the login opens by itself (R188). */
export function DoneStep({ login }: { login: string }) {
  const say = useSay();
  return (
    <Registered title={say("onboarder.registered")} login={login}>
      {say("registration.doneHint")}
    </Registered>
  );
}
