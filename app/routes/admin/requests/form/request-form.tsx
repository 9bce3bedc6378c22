import type { ReactNode } from "react";
import type { z } from "zod";
import { CreatedDialog } from "#app/parts/tickets/created-dialog.tsx";
import { PincodePlace, PlaceInputs, PlaceQuestion } from "#app/parts/tickets/pincode-place.tsx";
import { TimeFields } from "#app/parts/tickets/time-fields.tsx";
import { UploadLinks } from "#app/parts/uploads/upload-links.tsx";
import { Button } from "#app/ui/base/button.tsx";
import { Card } from "#app/ui/base/card.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import {
  FieldPair,
  FormColumn,
  FormColumns,
  FormEnd,
  FormEndLine,
  FormPage,
  fieldPair,
} from "#app/ui/desk/form-page.tsx";
import { ServiceField } from "#app/ui/form/choice-fields.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import {
  AreaField,
  MoneyField,
  PhoneField,
  PincodeField,
  RadioCards,
  SelectField,
  TextField,
  VersionField,
} from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { KnownBefore, useLooked } from "./known-before.tsx";
import type { AddView, EditView, HouseField } from "./view.server.ts";

/** What crosses the wire of what was created. */
type Wire<V> = V extends { created: infer C } ? Omit<V, "created"> & { created: C } : V;

/** A whole mobile number, not one shown as stars. */
const whole = /^[6-9]\d{9}$/;

type AddProps = { view: Wire<AddView>; schema: z.ZodType; formAt: string; short?: boolean };

/** The form that creates a request. */
export function AddRequest({ view, schema, formAt, short = false }: AddProps) {
  const { created, values, origin, mayOpen } = view;
  const say = useSay();
  const outcome = useLooked();
  return (
    <FormPage>
      <div data-enhance="request-form">
        <h1>{say("common.addRequest")}</h1>
        <p className="mb-4 text-soft">{say(short ? "request.form.clientLead" : "request.form.lead")}</p>
        {short && (
          <p className="mb-4 flex flex-wrap gap-2">
            <UploadLinks from="add" />
          </p>
        )}
        <ErrorSummary />
        <Form schema={schema} intent="create" values={values} {...(outcome && { outcome })} guarded>
          {/* Enter in a field sends the form; it does not press the button that looks a phone up. */}
          <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" />
          <FormColumns>
            <FormColumn>
              <Card title={say("common.customer")} stack>
                <FieldPair>
                  <PhoneField name="phone" label={say("common.phone")} autoComplete="off" />
                  <PhoneField
                    name="alternatePhone"
                    label={say("booking.alternatePhone")}
                    autoComplete="off"
                    required={false}
                  />
                </FieldPair>
                <KnownBefore />
                <TextField name="name" label={say("common.name")} autoComplete="off" />
              </Card>
              <Address follows>
                <PincodeField name="pincode" label={say("common.pincode")} autoComplete="off" />
              </Address>
            </FormColumn>
            <FormColumn>
              <What services={view.services} firstDay={view.firstDay} />
              <Billing view={view} />
            </FormColumn>
          </FormColumns>
          <FormEndLine>
            <Button>{say("common.addRequest")}</Button>
          </FormEndLine>
        </Form>
        {created && (
          <CreatedDialog
            ticket={{ ...created, phone: whole.test(created.phone) ? created.phone : "" }}
            origin={origin}
            formAt={formAt}
            requestAt={mayOpen ? `/view-ticket?ticketId=${created.id}` : null}
          />
        )}
      </div>
    </FormPage>
  );
}

/** The form that changes a request; name, phones and pincode are read-only (R273). */
export function UpdateRequest({ view, schema }: { view: EditView; schema: z.ZodType }) {
  const { edited, values } = view;
  const say = useSay();
  const requestAt = `/view-ticket?ticketId=${edited.id}`;
  return (
    <FormPage>
      <div data-enhance="request-form">
        <h1>{say("request.form.edit")}</h1>
        <p className="mb-4">
          <a className="link" href={requestAt}>
            {edited.number}
          </a>
        </p>
        <ErrorSummary />
        <Form schema={schema} intent="update" values={values} guarded>
          <input type="hidden" name="ticketId" value={edited.id} />
          <VersionField value={edited.version} />
          <FormColumns>
            <FormColumn>
              <Card title={say("common.customer")} stack>
                <FieldPair>
                  <Fixed name="phone" label={say("common.phone")} value={edited.phone} prefix="+91" />
                  <Fixed
                    name="alternatePhone"
                    label={say("booking.alternatePhone")}
                    value={edited.alternatePhone}
                    prefix="+91"
                  />
                </FieldPair>
                <Fixed name="name" label={say("common.name")} value={edited.name} />
              </Card>
              <Address>
                <Fixed
                  name="pincode"
                  label={say("common.pincode")}
                  value={edited.pincode}
                  hint={
                    <a className="link" href={`${requestAt}&act=pincode&of=${edited.id}`}>
                      {say("request.form.pincodeFixed")}
                    </a>
                  }
                />
              </Address>
            </FormColumn>
            <FormColumn>
              <What services={view.services} firstDay={view.firstDay} />
              <Billing view={view} closed={edited.closed} edited />
              {view.sets.includes("closingPrice") && (
                <Card title={say("request.form.office")} stack>
                  {edited.closed ? (
                    <Fixed
                      name="closingPrice"
                      label={say("request.form.closingPrice")}
                      value={values.closingPrice}
                      prefix="₹"
                      hint={say("request.billed")}
                    />
                  ) : (
                    <MoneyField
                      name="closingPrice"
                      label={say("request.form.closingPrice")}
                      maxLength={10}
                      required={false}
                    />
                  )}
                  <TextField
                    name="adminRemarks"
                    label={say("request.form.adminRemarks")}
                    maxLength={50}
                    required={false}
                  />
                </Card>
              )}
            </FormColumn>
          </FormColumns>
          <FormEnd word={say("request.form.save")} backTo="/Tickets" back={say("common.allRequests")} />
        </Form>
      </div>
    </FormPage>
  );
}

type FixedProps = {
  name: string;
  label: string;
  value: string | null | undefined;
  prefix?: string;
  hint?: ReactNode;
};

/** A value that is shown and cannot be changed here. */
function Fixed({ value, hint, ...rest }: FixedProps) {
  const say = useSay();
  return <TextField {...rest} value={value ?? ""} hint={hint ?? say("request.form.fixed")} readOnly />;
}

type Choice = { value: string; label: string };

function What({ services, firstDay }: { services: readonly Choice[]; firstDay: string }) {
  const say = useSay();
  return (
    <Card title={say("request.form.what")} stack>
      <ServiceField name="serviceId" label={say("common.service")} options={services} />
      <AreaField name="requirement" label={say("common.specificRequirement")} hint={say("booking.requirement.hint")} />
      <TimeFields firstDay={firstDay} />
    </Card>
  );
}

/** The address around its pincode; city and state follow a pincode that can be typed. */
function Address({ children, follows = false }: { children: ReactNode; follows?: boolean }) {
  const say = useSay();
  return (
    <Card title={say("common.address")} stack>
      <TextField name="houseNumber" label={say("request.form.houseNumber")} autoComplete="off" />
      {follows ? (
        <PincodePlace className={fieldPair}>
          <PlaceInputs pincode={children} />
          <PlaceQuestion />
        </PincodePlace>
      ) : (
        <FieldPair>
          <PlaceInputs pincode={children} />
        </FieldPair>
      )}
      <div className="field">
        <label htmlFor="country">{say("common.country")}</label>
        <input id="country" className="input" value={say("common.india")} disabled readOnly />
      </div>
    </Card>
  );
}

type BillingView = Pick<Wire<AddView> | EditView, "clients" | "ownClient" | "sets" | "values">;

type BillingProps = { view: BillingView; closed?: boolean; edited?: boolean };

/** Prices, offer and client; what its reader may not set is not shown, and stays as it is. */
function Billing({ view, closed = false, edited = false }: BillingProps) {
  const { clients, ownClient, values } = view;
  const say = useSay();
  const sets = (field: HouseField) => view.sets.includes(field);
  return (
    <Card title={say("request.form.billing")}>
      <div className="grid gap-4">
        {sets("offerCode") ? (
          <TextField name="offerCode" label={say("common.offerCode")} autoComplete="off" />
        ) : (
          <input type="hidden" name="offerCode" value={values.offerCode ?? ""} />
        )}
        {clients ? (
          <SelectField
            name="clientId"
            label={say("request.form.client")}
            {...clients}
            empty={say("common.noClient")}
            required={false}
          />
        ) : (
          <Fixed name="client" label={say("request.form.client")} value={ownClient} />
        )}
        <FieldPair>
          <TextField
            name="clientReference"
            label={say("request.form.clientReference")}
            maxLength={50}
            autoComplete="off"
            required={false}
          />
          {sets("dueAmount") && (
            <MoneyField name="dueAmount" label={say("request.form.dueAmount")} maxLength={10} required={false} />
          )}
        </FieldPair>
        {sets("ticketPrice") &&
          (closed ? (
            <Fixed
              name="ticketPrice"
              label={say("request.ticketPrice")}
              value={values.ticketPrice}
              prefix="₹"
              hint={say("request.billed")}
            />
          ) : (
            <MoneyField
              name="ticketPrice"
              label={say("request.ticketPrice")}
              {...(edited && { hint: say("request.form.ticketPriceHint") })}
              inputMode="decimal"
              maxLength={11}
              required={false}
            />
          ))}
        {sets("markedPaid") && (
          <RadioCards
            name="markedPaid"
            label={say("request.form.paid")}
            hint={say("request.form.paidHint")}
            columns
            options={(["true", "false"] as const).map((value) => ({ value, label: say(`request.form.paid.${value}`) }))}
          />
        )}
      </div>
    </Card>
  );
}
