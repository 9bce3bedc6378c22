import { Button } from "#app/ui/base/button.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { StateField } from "#app/ui/form/choice-fields.tsx";
import { MoneyField, PincodeField, SelectField, TextField } from "#app/ui/form/fields.tsx";
import { rupees } from "#modules/kernel/money.ts";
import { Locate } from "./locate.tsx";

type Service = { id: string; serviceName: string; own: boolean };
type ServiceFieldProps = { services: readonly Service[]; partner: { name: string } | null };

/**
 * The service: a center's own ones before the others, and where a request goes that it cannot take. Without JavaScript a
 * button loads the fields of the chosen one.
 */
export function ServiceField({ services, partner }: ServiceFieldProps) {
  const say = useSay();
  const nameOf = useName();
  const ofPartner = partner && services.some(({ own }) => own) ? partner : null;
  const groupOf = ({ own }: Service) =>
    ofPartner && (own ? say("booking.service.own", { name: ofPartner.name }) : say("booking.service.others"));
  return (
    <>
      <SelectField
        name="serviceId"
        label={say("common.service")}
        empty={say("booking.service.choose")}
        hint={
          ofPartner && <span className="wrap-anywhere">{say("booking.service.goesTo", { name: ofPartner.name })}</span>
        }
        options={services.map((service) => ({
          value: service.id,
          label: nameOf(service.serviceName),
          group: groupOf(service) ?? undefined,
        }))}
      />
      <noscript>
        <Button tone="quiet" name="intent" value="service" className="mt-3">
          {say("booking.serviceNext")}
        </Button>
      </noscript>
    </>
  );
}

type Vehicle = { id: string; vehicleType: string; chargePaise: number };

/** The pincode, then an address (R065) or the two places of a pick and drop (R064). */
export function AddressFields({ vehicles, pickDrop }: { vehicles: readonly Vehicle[]; pickDrop: boolean }) {
  const say = useSay();
  const nameOf = useName();
  return (
    <div className="grid gap-4">
      <div>
        <PincodeField name="pincode" label={say("common.pincode")} className="[&_input]:max-w-44" />
        <Locate />
        <p
          role="status"
          className="note mt-2"
          data-unserved={say("booking.unserved", { pincode: "{pincode}" })}
          hidden
        />
        <p role="alert" className="wrong mt-1 empty:hidden" data-locate-said="" />
      </div>
      <div data-variant="plain" hidden={pickDrop}>
        <Address />
      </div>
      <div data-variant="pickdrop" hidden={!pickDrop}>
        <div className="grid items-start gap-4 md:grid-cols-2">
          <TextField name="pickLocation" label={say("booking.pickLocation")} autoComplete="street-address" />
          <TextField name="dropLocation" label={say("booking.dropLocation")} autoComplete="off" />
          <SelectField
            name="vehicleId"
            label={say("common.vehicle")}
            empty={say("booking.vehicle.choose")}
            options={vehicles.map(({ id, vehicleType, chargePaise }) => ({
              value: id,
              label: chargePaise > 0 ? `${nameOf(vehicleType)} (${rupees(chargePaise)})` : nameOf(vehicleType),
            }))}
          />
          <MoneyField name="customerOfferPrice" label={say("booking.offerPrice")} />
        </div>
      </div>
    </div>
  );
}

function Address() {
  const say = useSay();
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <TextField
        name="houseNumber"
        label={say("booking.houseNumber")}
        hint={say("booking.houseNumber.hint")}
        autoComplete="address-line1"
        className="md:col-span-2"
      />
      <TextField name="locality" label={say("booking.locality")} autoComplete="address-line2" />
      <TextField name="city" label={say("common.city")} autoComplete="address-level2" />
      <StateField name="state" label={say("common.state")} empty={say("booking.state.choose")} />
      <TextField name="country" label={say("common.country")} value={say("common.india")} readOnly />
    </div>
  );
}
