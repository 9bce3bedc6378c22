import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import type { Door } from "#app/http/door.server.ts";
import type { FormValue } from "#app/http/form.server.ts";
import { centerActions, centerPage } from "#app/http/page.server.ts";
import { useAnswer } from "#app/ui/answer.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { FileField, PhoneField, PincodeField, SelectField, TextField } from "#app/ui/fields.tsx";
import { Form } from "#app/ui/form.tsx";
import type { Handle } from "#app/ui/handle.ts";
import { useSay } from "#app/ui/say.tsx";
import { activeServices } from "#modules/catalog/index.ts";
import { states } from "#modules/catalog/shared.ts";
import { createTechnician, getTechnician, storePanImage, updateTechnician } from "#modules/centers/index.ts";
import { engagementTypes, SaveTechnician, type TechnicianDetail, UpdateTechnician } from "#modules/centers/shared.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";

export const handle = { title: "center.technician.form" } satisfies Handle;

const Edited = z.object({ edit: z.uuid("error.notFound").optional() });

export const loader = centerPage({ query: Edited }, async (center, { edit }) => ({
  technician: edit ? await getTechnician(center, edit) : null,
  services: (await activeServices()).map(({ id, serviceName }) => ({ value: id, label: serviceName })),
}));

/** The picture is kept before the form is judged, so that another field's error does not lose it. */
async function keepPanImage(center: ActorOf<"center">, fields: Map<string, FormValue[]>, _door: Door) {
  const upload = fields.get("panImage")?.find((value) => typeof value !== "string");
  fields.delete("panImage");
  if (upload) fields.set("panBlobId", [(await storePanImage(center, upload)).blobId]);
}

export const action = centerActions({
  create: {
    prepare: keepPanImage,
    input: SaveTechnician,
    run: createTechnician,
    once: "in its transaction",
    say: "technician.created",
    to: "/Technicians",
  },
  update: {
    prepare: keepPanImage,
    input: UpdateTechnician,
    run: updateTechnician,
    once: "in its transaction",
    say: "technician.updated",
    to: "/Technicians",
  },
});

const fieldsOf = (technician: TechnicianDetail) => ({
  ...technician,
  technicianId: technician.id,
  permanentAddressLine: technician.permanentAddress.line,
  permanentCity: technician.permanentAddress.city,
  permanentState: technician.permanentAddress.state,
  currentAddressLine: technician.currentAddress.line,
  currentCity: technician.currentAddress.city,
  currentState: technician.currentAddress.state,
  primaryServiceId: technician.primaryService.id,
  secondaryServiceId: technician.secondaryService?.id,
});

/** Add or change a technician (R150–R160). */
export default function TechnicianForm() {
  const { technician, services } = useLoaderData<typeof loader>();
  const say = useSay();
  const stateOptions = states.map(({ name }) => name);
  const values = technician ? fieldsOf(technician as unknown as TechnicianDetail) : {};
  return (
    <div className="max-w-3xl">
      <h1 className="mb-6">{say(technician ? "center.technician.edit" : "center.menu.addTechnician")}</h1>
      <ErrorSummary />
      <Form
        schema={technician ? UpdateTechnician : SaveTechnician}
        intent={technician ? "update" : "create"}
        values={values as Record<string, string>}
        encType="multipart/form-data"
        className="grid gap-5"
      >
        {technician && (
          <>
            <input type="hidden" name="technicianId" value={technician.id} />
            <input type="hidden" name="version" value={technician.version} />
          </>
        )}
        <Card title={say("center.technician.person")}>
          <div className="grid gap-4 md:grid-cols-2">
            <TextField name="name" label={say("center.technician.name")} autoComplete="off" />
            <PhoneField name="phone" label={say("center.phone")} autoComplete="off" />
            <TextField name="email" type="email" label={say("center.technician.email")} required={false} />
            <SelectField
              name="engagementType"
              label={say("center.technician.engagement")}
              options={engagementTypes.map((value) => ({ value, label: say(`engagement.${value}`) }))}
            />
          </div>
        </Card>
        <Card title={say("center.technician.work")}>
          <div className="grid gap-4 md:grid-cols-2">
            <SelectField name="primaryServiceId" label={say("center.technician.primary")} options={services} />
            <SelectField
              name="secondaryServiceId"
              label={say("center.technician.secondary")}
              options={services}
              required={false}
            />
            <PincodeField name="mainPincode" label={say("center.technician.mainPincode")} />
            <PincodeField name="secondaryPincode" label={say("center.technician.secondPincode")} required={false} />
          </div>
        </Card>
        <Address title={say("center.technician.permanent")} prefix="permanent" states={stateOptions} />
        <Address title={say("center.technician.current")} prefix="current" states={stateOptions} optional />
        <Card title={say("center.technician.contacts")}>
          <div className="grid gap-4 md:grid-cols-2">
            <TextField name="emergencyPersonName" label={say("center.technician.emergencyName")} required={false} />
            <PhoneField name="emergencyPersonPhone" label={say("center.technician.emergencyPhone")} required={false} />
            <TextField name="referencePersonName" label={say("center.technician.referenceName")} required={false} />
            <PhoneField name="referencePersonMobile" label={say("center.technician.referencePhone")} required={false} />
          </div>
        </Card>
        <Documents stored={technician} />
        <div>
          <Button>{say(technician ? "center.technician.save" : "center.menu.addTechnician")}</Button>
        </div>
      </Form>
    </div>
  );
}

type AddressProps = { title: string; prefix: "permanent" | "current"; states: string[]; optional?: boolean };

function Address({ title, prefix, states, optional }: AddressProps) {
  const say = useSay();
  const required = optional ? { required: false } : {};
  return (
    <Card title={title} stack>
      <TextField name={`${prefix}AddressLine`} label={say("center.technician.line")} {...required} />
      <div className="grid gap-4 md:grid-cols-3">
        <TextField name={`${prefix}City`} label={say("center.technician.city")} {...required} />
        <SelectField name={`${prefix}State`} label={say("center.technician.state")} options={states} {...required} />
        <TextField name={`${prefix}Country`} label={say("center.technician.country")} value="INDIA" readOnly />
      </div>
    </Card>
  );
}

type Stored = { panBlobId: string | null; aadharLast4: string | null } | null;

function Documents({ stored }: { stored: Stored }) {
  const say = useSay();
  const refused = useAnswer<{ values?: Record<string, string> }>();
  const kept = refused?.values?.panBlobId ?? stored?.panBlobId;
  return (
    <Card title={say("center.technician.documents")} stack>
      {kept && <input type="hidden" name="panBlobId" value={kept} />}
      <FileField
        name="panImage"
        label={say("center.technician.panImage")}
        hint={say(kept ? "center.technician.panKept" : "center.technician.panHint")}
        accept="image/jpeg"
        required={!kept}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <TextField name="panNumber" label={say("center.technician.pan")} maxLength={10} required={false} />
        <TextField
          name="aadharNumber"
          label={say("center.technician.aadhar")}
          hint={
            stored?.aadharLast4
              ? say("center.technician.aadharKept", { last4: stored.aadharLast4 })
              : say("center.technician.aadharHint")
          }
          maxLength={14}
          required={false}
          autoComplete="off"
        />
      </div>
    </Card>
  );
}

export { ErrorBoundary } from "#app/ui/page-error.tsx";
