import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { z } from "zod";
import { centerActions, centerPage } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import type { FormValue } from "#app/http/request/form.server.ts";
import { DocumentsNote } from "#app/parts/centers/documents-note.tsx";
import { ImageField } from "#app/parts/centers/image-field.tsx";
import { imageFiles, storeImages } from "#app/parts/centers/keep-images.server.ts";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import { Card } from "#app/ui/base/card.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { wordingText } from "#app/ui/base/said.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useAnswer } from "#app/ui/form/answer.ts";
import { ServiceField, StateField } from "#app/ui/form/choice-fields.tsx";
import { choiceLook } from "#app/ui/form/choice-look.ts";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { CheckCards, PhoneField, PincodeField, SelectField, TextField, VersionField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { activeServices } from "#modules/catalog/index.ts";
import {
  createTechnician,
  getTechnician,
  needOtherService,
  technicianDocuments,
  updateTechnician,
} from "#modules/centers/index.ts";
import { technicianFields } from "#modules/centers/labels.ts";
import {
  engagementTypes,
  SaveTechnician,
  type TechnicianDetail,
  technicianImages,
  UpdateTechnician,
} from "#modules/centers/shared.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { idSaying } from "#modules/kernel/validation.ts";

export const handle = { title: "common.technician" } satisfies Handle;

const Edited = z.object({ edit: idSaying("error.notFound").optional() });

export const loader = centerPage({ can: "owner", query: Edited }, async (center, { edit }) => ({
  technician: edit ? await getTechnician(center, edit) : null,
  papers: edit ? await technicianDocuments(center, edit) : [],
  services: (await activeServices()).map(({ id, serviceName }) => ({ value: id, label: serviceName })),
}));

/** Stores the pictures and fills in the current address that is the same as the permanent one. */
async function keepImages(center: ActorOf<"center">, fields: Map<string, FormValue[]>, _door: Door) {
  const refusal = await storeImages(center, fields, technicianImages);
  if (fields.has("sameAddress")) for (const part of addressParts) copyPermanent(fields, part);
  if (refusal) throw refusal;
}

const addressParts = ["AddressLine", "City", "State"] as const;

const copyPermanent = (fields: Map<string, FormValue[]>, part: (typeof addressParts)[number]) =>
  fields.set(`current${part}`, fields.get(`permanent${part}`) ?? [""]);

const files = imageFiles(technicianImages);

type Services = { primaryServiceId: string; secondaryServiceId?: string | undefined };

const checked = ({ primaryServiceId, secondaryServiceId }: Services) =>
  needOtherService({ primaryServiceId, others: [secondaryServiceId] });

export const action = centerActions({
  create: {
    can: "owner",
    limit: formLimit,
    files,
    prepare: keepImages,
    input: SaveTechnician,
    run: (center, technician) => checked(technician).then(() => createTechnician(center, technician)),
    once: "in its transaction",
    say: "technician.created",
    to: "/Technicians",
  },
  update: {
    can: "owner",
    limit: formLimit,
    files,
    prepare: keepImages,
    input: UpdateTechnician,
    run: (center, technician) => checked(technician).then(() => updateTechnician(center, technician)),
    once: "in its transaction",
    say: "technician.updated",
    to: "/Technicians",
  },
});

const sameAddress = (one: TechnicianDetail["currentAddress"], two: TechnicianDetail["currentAddress"]) =>
  one.line === two.line && one.city === two.city && one.state === two.state;

const fieldsOf = (technician: TechnicianDetail) => ({
  ...technicianFields(technician),
  sameAddress:
    technician.currentAddress.line && sameAddress(technician.permanentAddress, technician.currentAddress) ? "on" : null,
});

/** Adds or changes a technician (R150–R160). */
export default function TechnicianForm() {
  const { technician, papers, services } = useLoaderData<typeof loader>();
  const say = useSay();
  const values = technician ? fieldsOf(technician as unknown as TechnicianDetail) : {};
  return (
    <div className="max-w-3xl">
      <h1 className="mb-6">{say(technician ? "center.technician.edit" : "center.menu.addTechnician")}</h1>
      <DocumentsNote papers={{ documents: papers, verifiedAt: null }} />
      <ErrorSummary />
      <Form
        schema={technician ? UpdateTechnician : SaveTechnician}
        intent={technician ? "update" : "create"}
        values={values as Record<string, string>}
        encType="multipart/form-data"
        guarded
        className="grid gap-5"
      >
        {technician && (
          <>
            <input type="hidden" name="technicianId" value={technician.id} />
            <VersionField value={technician.version} />
          </>
        )}
        <Card title={say("common.person")}>
          <div className="grid items-start gap-4 md:grid-cols-2">
            <TextField name="name" label={say("common.name")} autoComplete="off" />
            <PhoneField name="phone" label={say("common.mobileNumber")} autoComplete="off" />
            <TextField name="email" type="email" label={say("common.email")} required={false} />
            <SelectField
              name="engagementType"
              label={say("center.technician.engagement")}
              options={engagementTypes.map((value) => ({
                value,
                label: wordingText(say(`engagementSaid.${value}`), say(`engagement.${value}`)),
              }))}
            />
          </div>
        </Card>
        <Card title={say("center.technician.work")}>
          <div className="grid items-start gap-4 md:grid-cols-2">
            <ServiceField name="primaryServiceId" label={say("common.primaryService")} options={services} />
            <ServiceField
              name="secondaryServiceId"
              label={say("common.secondaryService")}
              options={services}
              required={false}
            />
            <PincodeField name="mainPincode" label={say("center.technician.mainPincode")} />
            <PincodeField name="secondaryPincode" label={say("center.technician.secondPincode")} required={false} />
          </div>
        </Card>
        <Address title={say("center.technician.permanent")} prefix="permanent" />
        <Address title={say("center.technician.current")} prefix="current" optional>
          <SameAddress stored={Boolean(values && "sameAddress" in values && values.sameAddress)} />
        </Address>
        <Card title={say("center.technician.contacts")}>
          <div className="grid items-start gap-4 md:grid-cols-2">
            <TextField name="emergencyPersonName" label={say("center.technician.emergencyName")} required={false} />
            <PhoneField name="emergencyPersonPhone" label={say("center.technician.emergencyPhone")} required={false} />
            <TextField name="referencePersonName" label={say("center.technician.referenceName")} required={false} />
            <PhoneField name="referencePersonMobile" label={say("center.technician.referencePhone")} required={false} />
          </div>
        </Card>
        <Documents stored={technician} />
        <div className="flex flex-wrap gap-3">
          <Button>{say(technician ? "center.technician.save" : "center.menu.addTechnician")}</Button>
          {technician && (
            <ButtonLink tone="quiet" to={`/center-hours?technician=${technician.id}`}>
              {say("hours.ofTechnician")}
            </ButtonLink>
          )}
          <ButtonLink tone="quiet" to="/Technicians">
            {say("common.technicians")}
          </ButtonLink>
        </div>
      </Form>
    </div>
  );
}

type AddressProps = {
  title: string;
  prefix: "permanent" | "current";
  optional?: boolean;
  children?: ReactNode;
};

function Address({ title, prefix, optional, children }: AddressProps) {
  const say = useSay();
  const required = optional ? { required: false } : {};
  return (
    <Card title={title} stack>
      {children}
      <div className="peer-has-checked:hidden">
        <TextField name={`${prefix}AddressLine`} label={say("common.addressLine")} {...required} />
        <div className="mt-4 grid items-start gap-4 md:grid-cols-3">
          <TextField name={`${prefix}City`} label={say("common.city")} {...required} />
          <StateField name={`${prefix}State`} label={say("common.state")} {...required} />
          <TextField name={`${prefix}Country`} label={say("common.country")} value={say("common.india")} readOnly />
        </div>
      </div>
    </Card>
  );
}

/** The server copies the address; while this is ticked, the current address's fields are hidden. */
function SameAddress({ stored }: { stored: boolean }) {
  const say = useSay();
  const refused = useAnswer<{ values?: Record<string, string> }>();
  const ticked = refused?.values ? "sameAddress" in refused.values : stored;
  return (
    <label className={`peer ${choiceLook}`}>
      <input type="checkbox" name="sameAddress" defaultChecked={ticked} />
      <span>{say("technician.sameAddress")}</span>
    </label>
  );
}

type Stored = Pick<
  TechnicianDetail,
  "panBlobId" | "aadharLast4" | "aadharFrontBlobId" | "aadharBackBlobId" | "profilePictureBlobId" | "certificateBlobId"
> | null;

const photos = "image/jpeg,image/png,image/webp";

function Documents({ stored }: { stored: Stored }) {
  const say = useSay();
  return (
    <Card title={say("common.documents")} stack>
      <ImageField
        kind="profile"
        label={say("technician.image.profile")}
        hint={say("technician.image.face")}
        accept={photos}
        stored={stored?.profilePictureBlobId}
        face
      />
      {/* A box that is not ticked is not sent: without it the text before it has the last word. */}
      <input type="hidden" name="showsFace" value="false" />
      <CheckCards
        name="showsFace"
        label={say("technician.showsFace")}
        required={false}
        options={[{ value: "true", label: say("technician.showsFace.agreed"), hint: say("technician.showsFace.hint") }]}
      />
      <ImageField
        kind="pan"
        label={say("center.technician.panImage")}
        hint={say(stored?.panBlobId ? "center.technician.panKept" : "center.technician.panHint")}
        accept="image/jpeg,.jpg,.jpeg"
        stored={stored?.panBlobId}
        required
      />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <TextField name="panNumber" label={say("center.technician.pan")} maxLength={10} required={false} />
        <TextField
          name="aadharNumber"
          label={say("common.aadharNumber")}
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
      <p className="note">
        {say("technician.image.masked")} {say("technician.image.private")}
      </p>
      <div className="grid items-start gap-4 md:grid-cols-2">
        {(["front", "back"] as const).map((side) => (
          <ImageField
            key={side}
            kind={`aadhar_${side}`}
            label={say(`technician.image.${side}`)}
            hint={say("technician.image.cardHint")}
            accept={photos}
            stored={stored?.[side === "front" ? "aadharFrontBlobId" : "aadharBackBlobId"]}
          />
        ))}
      </div>
      <ImageField
        kind="certificate"
        label={say("technician.image.certificate")}
        hint={say("technician.image.certificateHint")}
        accept={photos}
        stored={stored?.certificateBlobId}
      />
    </Card>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
