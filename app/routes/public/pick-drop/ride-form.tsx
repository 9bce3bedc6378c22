import { Button } from "#app/ui/base/button.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { PhoneField, PincodeField, RadioCards, TextField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { rupees } from "#modules/kernel/money.ts";
import { BookRide, rideAmounts, rideModes } from "#modules/tickets/shared.ts";
import type { RideForm } from "./view.server.ts";

/** The form at the vehicle (R067–R070); its errors disappear after ten seconds (R074). */
export function RideFormStep({ view }: { view: RideForm }) {
  const say = useSay();
  const nameOf = useName();
  const { driver, qrId, vehicle } = view;
  if (!view.open)
    return (
      <div className="max-w-xl">
        <h1>{say("ride.title")}</h1>
        <p className="note note-warm mt-4">{say("booking.notYet")}</p>
      </div>
    );
  return (
    <div className="max-w-xl" data-enhance="fading">
      <h1>{say("ride.title")}</h1>
      <p className="mt-2 mb-6 text-soft">{say("ride.lead", { driver })}</p>
      <ErrorSummary />
      <Form schema={BookRide} intent="ride" values={view.values} className="card grid gap-5" data-enhance="once">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField name="name" label={say("ride.name")} autoComplete="name" maxLength={30} />
          <PhoneField name="phone" label={say("ride.contact")} />
          <TextField name="pickLocation" label={say("ride.pick")} autoComplete="street-address" maxLength={200} />
          <TextField name="dropLocation" label={say("ride.drop")} autoComplete="off" maxLength={200} />
          <PincodeField name="pincode" label={say("common.pincode")} />
        </div>
        <RadioCards
          name="amount"
          label={say("ride.amount")}
          className="[&>div]:grid-cols-2 min-[22rem]:[&>div]:grid-cols-4 [&_.choice]:justify-center [&_.choice]:gap-1.5 [&_.choice]:px-1"
          options={rideAmounts.map((amount) => ({ value: String(amount), label: rupees(amount * 100) }))}
        />
        <RadioCards
          name="modeOfPayment"
          label={say("ride.mode")}
          columns
          options={rideModes.map((mode) => ({
            value: mode,
            label: say(`ride.mode.${mode}`),
            hint: say(`ride.modeHint.${mode}`),
          }))}
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField name="driver" label={say("ride.driver")} value={driver} required readOnly />
          <TextField name="qr" label={say("ride.qr")} value={qrId} required readOnly />
        </div>
        <p className="text-sm text-soft">
          {say("common.vehicle")}: {nameOf(vehicle)}
        </p>
        <Button wide className="sm:w-auto sm:min-w-56 sm:justify-self-start">
          {say("common.submit")}
        </Button>
      </Form>
    </div>
  );
}
