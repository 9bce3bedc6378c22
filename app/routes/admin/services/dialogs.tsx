import { useSay } from "#app/ui/base/say.tsx";
import { useSite } from "#app/ui/base/site.ts";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { ConfirmForm } from "#app/ui/form/confirm-form.tsx";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";
import { AreaField, RadioCards, TextField } from "#app/ui/form/fields.tsx";
import { OnePicture } from "#app/ui/form/file/one-picture.tsx";
import {
  AddService,
  ChangeService,
  mostChips,
  SetSupplier,
  servicePlaces,
  serviceSuppliers,
} from "#modules/catalog/shared.ts";
import type { ServicesView } from "./view.server.ts";

type Dialog = NonNullable<ServicesView["dialog"]>;
type Service = NonNullable<Dialog["service"]>;

/** The dialog the address names: a new service, a service to change, or the question before one is deleted. */
export function ServiceDialog({ dialog: { act, service }, closeTo }: { dialog: Dialog; closeTo: string }) {
  const say = useSay();
  if (act === "delete" && service)
    return (
      <AddressDialog title={say("service.delete.title")} closeTo={closeTo}>
        <ConfirmForm
          intent="delete"
          fields={{ serviceId: service.id }}
          question={say("common.deleteThing", { name: service.serviceName })}
          hint={say("service.delete.hint")}
          act={say("common.delete")}
          closeTo={closeTo}
        />
      </AddressDialog>
    );
  if (act === "supplier" && service) return <SupplierForm service={service} closeTo={closeTo} />;
  return <ServiceForm service={act === "edit" ? service : null} closeTo={closeTo} />;
}

function ServiceForm({ service, closeTo }: { service: Service | null; closeTo: string }) {
  const say = useSay();
  const { languages } = useSite();
  const otherLanguages = languages.filter(({ locale }) => locale !== "en");
  return (
    <AddressDialog title={say(service ? "service.edit.title" : "service.add.title")} closeTo={closeTo}>
      <DialogForm
        intent={service ? "edit" : "add"}
        schema={service ? ChangeService : AddService}
        encType="multipart/form-data"
        values={
          service
            ? {
                serviceName: service.serviceName,
                place: service.pickDrop ? "PICK_DROP" : "HOME",
                sac: service.sac ?? "",
                duration: String(service.duration),
                pictureId: service.imageBlobId ?? "",
                ...namesOf(service),
                ...service.chipLines,
              }
            : { place: "HOME", duration: "60" }
        }
        hidden={service ? { serviceId: service.id } : {}}
        act={say(service ? "common.save" : "service.add")}
        closeTo={closeTo}
        guarded
      >
        <TextField
          name="serviceName"
          label={say("service.name")}
          hint={say("service.nameHint")}
          maxLength={60}
          required
        />
        {otherLanguages.map(({ locale, name }) => (
          <TextField
            key={locale}
            name={`names.${locale}`}
            label={say("service.nameIn", { language: name })}
            hint={say("service.nameInHint", { language: name })}
            maxLength={60}
            required={false}
          />
        ))}
        {languages.map(({ locale, name }) => (
          <AreaField
            key={locale}
            name={`chips.${locale}`}
            label={say("service.chipsIn", { language: name })}
            hint={say("service.chipsHint", { most: mostChips })}
            maxLength={400}
            required={false}
            rows={4}
          />
        ))}
        <Picture />
        <RadioCards
          name="place"
          label={say("service.place")}
          options={servicePlaces.map((place) => ({ value: place, label: say(`service.place.${place}`) }))}
        />
        <TextField
          name="sac"
          label={say("common.sac")}
          hint={say("service.sacHint")}
          maxLength={8}
          inputMode="numeric"
        />
        <TextField
          name="duration"
          label={say("service.duration")}
          hint={say("service.durationHint")}
          maxLength={3}
          inputMode="numeric"
          required
        />
      </DialogForm>
    </AddressDialog>
  );
}

/** The names of a service by their fields. */
const namesOf = ({ names }: Service) =>
  Object.fromEntries(Object.entries(names).map(([locale, name]) => [`names.${locale}`, name]));

/** Who supplies the work of a service, and so whose its bills are. */
function SupplierForm({ service, closeTo }: { service: Service; closeTo: string }) {
  const say = useSay();
  return (
    <AddressDialog title={say("service.supplier")} closeTo={closeTo}>
      <DialogForm
        intent="supplier"
        schema={SetSupplier}
        values={{ supplier: service.supplier }}
        hidden={{ serviceId: service.id, was: service.supplier }}
        act={say("common.save")}
        closeTo={closeTo}
      >
        <p className="text-soft">{service.serviceName}</p>
        <RadioCards
          name="supplier"
          label={say("service.supplier")}
          hint={say("service.supplierHint")}
          options={serviceSuppliers.map((supplier) => ({
            value: supplier,
            label: say(`service.supplier.${supplier}`),
            hint: say(`service.supplier.${supplier}Hint`),
          }))}
        />
      </DialogForm>
    </AddressDialog>
  );
}

function Picture() {
  const say = useSay();
  return (
    <OnePicture
      label={say("common.picture")}
      hint={say("service.pictureHint")}
      types={["image/jpeg", "image/png", "image/webp"]}
      required
      to="/service-pictures"
      at={(id) => `/files/${id}`}
      words={{
        sending: say("service.pictureSending", { name: "{name}" }),
        sent: say("common.thePictureIsUploaded"),
        failed: say("common.pictureNotSaved", { reason: "{reason}" }),
      }}
    />
  );
}
