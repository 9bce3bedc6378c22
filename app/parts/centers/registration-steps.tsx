import { useAddress } from "#app/ui/base/address.tsx";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import { Card } from "#app/ui/base/card.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { Facts } from "#app/ui/detail/detail.tsx";
import { ServiceField, StateField } from "#app/ui/form/choice-fields.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { PhoneField, PincodeField, SelectField, TextField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { CenterRegistration, mostTechnicians } from "#modules/centers/shared.ts";
import { RegistrationCode } from "./registration-code.tsx";
import type { CodeView, DetailsView } from "./registration-steps.server.ts";

/** The form of a center (R113, R114); the hint of its phone says what the number is used for. */
export function DetailsStep({ view }: { view: DetailsView }) {
  const say = useSay();
  const { invitation, services } = view;
  return (
    <div className="max-w-3xl">
      <h1 className="mb-2">{say("registration.title")}</h1>
      <p className="mb-2 text-soft">{say("registration.intro")}</p>
      {invitation && (
        <p className="mb-2 font-semibold">
          {invitation.by ? say("registration.invited", { name: invitation.by }) : say("registration.unknownInvite")}
        </p>
      )}
      <p className="mb-5">
        {say("registration.haveCenter")}{" "}
        <a className="link inline-flex min-h-11 items-center" href="/login">
          {say("registration.login")}
        </a>
      </p>
      <ErrorSummary />
      <Form
        schema={CenterRegistration}
        intent="send"
        values={view.values as Record<string, string>}
        data-enhance="typed-input place once"
        data-typed="registration"
        className="grid gap-5"
      >
        <Card title={say("registration.shop")}>
          <div className="grid items-start gap-4 md:grid-cols-2">
            <TextField name="centerName" label={say("registration.centerName")} autoComplete="organization" />
            <PhoneField name="phone" label={say("common.phone")} hint={say("registration.phoneHint")} />
            <TextField name="name" label={say("common.name")} autoComplete="name" />
            <SelectField
              name="noOfTechnicians"
              label={say("registration.technicians")}
              options={Array.from({ length: mostTechnicians + 1 }, (_, count) => String(count))}
            />
          </div>
        </Card>
        <Card title={say("common.services")}>
          <div className="grid items-start gap-4 md:grid-cols-2">
            <ServiceField name="primaryServiceId" label={say("common.primaryService")} options={services} />
            <ServiceField name="secondaryServiceId" label={say("common.secondaryService")} options={services} />
          </div>
        </Card>
        <Card title={say("registration.address")}>
          <div className="grid items-start gap-4 md:grid-cols-2">
            <TextField
              name="addressLine"
              label={say("common.addressLine")}
              autoComplete="street-address"
              className="md:col-span-2"
            />
            <PincodeField name="pincode" label={say("common.pincode")} />
            <PincodeField
              name="additionalPincode"
              label={say("registration.additional")}
              hint={say("registration.additionalHint")}
              autoComplete="off"
            />
            <TextField name="city" label={say("common.city")} autoComplete="address-level2" />
            <StateField name="state" label={say("common.state")} />
            <TextField name="country" label={say("common.country")} value={say("common.india")} readOnly />
          </div>
        </Card>
        <div>
          <Button wide className="sm:w-auto sm:min-w-56">
            {say("common.sendOtp")}
          </Button>
        </div>
      </Form>
    </div>
  );
}

/** The code, the locked mobile number (R115) and a summary of the center. */
export function CodeStep({ view }: { view: CodeView }) {
  const say = useSay();
  const nameOf = useName();
  const addressOf = useAddress();
  return (
    <RegistrationCode
      title={say("registration.codeTitle")}
      phoneLabel={say("common.phone")}
      act={say("registration.confirm")}
      {...view}
      enhanced
    >
      <Facts
        title={say("registration.summary")}
        facts={[
          { label: say("registration.centerName"), value: view.centerName },
          view.name !== null && { label: say("common.name"), value: view.name },
          { label: say("common.primaryService"), value: nameOf(view.primary) },
          { label: say("common.secondaryService"), value: nameOf(view.secondary) },
          { label: say("registration.address"), value: addressOf(view.place) },
          { label: say("common.pincode"), value: view.pincodes },
          { label: say("registration.technicians"), value: String(view.noOfTechnicians) },
        ]}
      />
    </RegistrationCode>
  );
}

/** The last page; the login opens by itself (R119). */
export function DoneStep() {
  const say = useSay();
  return (
    <Registered form="registration" title={say("registration.done")} login="/login">
      {say("registration.doneHint")}
    </Registered>
  );
}

type RegisteredProps = { title: string; login: string; form?: string; children: string };

/** The last page of a registration, with a link for people who do not wait. */
export function Registered({ title, login, form, children }: RegisteredProps) {
  const say = useSay();
  return (
    <div className="max-w-xl" data-enhance={form && "typed-input"} data-typed={form}>
      <p className="mb-4 flex size-14 items-center justify-center rounded-full bg-green-50 text-2xl text-green-700">
        <Icon name="circle-check" className="block" />
      </p>
      {/* The specified text has a space before its comma: no line begins with it. */}
      <h1 className="mb-2">{title.replace(" ,", "\u00a0,")}</h1>
      <p className="mb-6 text-soft">{children}</p>
      <ButtonLink to={login} reload>
        {say("registration.login")}
      </ButtonLink>
    </div>
  );
}
