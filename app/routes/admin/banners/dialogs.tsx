import { useSay } from "#app/ui/base/say.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { ConfirmForm } from "#app/ui/form/confirm-form.tsx";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";
import { TextField, VersionField } from "#app/ui/form/fields.tsx";
import { OnePicture } from "#app/ui/form/file/one-picture.tsx";
import { BannerForm, ChangeBanner } from "#modules/catalog/shared.ts";
import type { BannersView } from "./view.server.ts";
import { useBannerWords } from "./words.ts";

type Dialog = NonNullable<BannersView["dialog"]>;
type Banner = NonNullable<Dialog["banner"]>;

/** The dialog the address names: a new banner, one to look at or to change, or the question before one is deleted. */
export function BannerDialog({ dialog: { act, banner }, closeTo }: { dialog: Dialog; closeTo: string }) {
  const say = useSay();
  const { nameOf } = useBannerWords();
  if (act === "delete" && banner)
    return (
      <AddressDialog title={say("banner.deleteTitle")} closeTo={closeTo}>
        <ConfirmForm
          intent="delete"
          fields={{ bannerId: banner.id }}
          question={say("banner.deleteQuestion", { name: nameOf(banner) })}
          hint={say("banner.deleteHint")}
          act={say("common.delete")}
          closeTo={closeTo}
        />
      </AddressDialog>
    );
  if (act === "view" && banner) return <Preview banner={banner} closeTo={closeTo} />;
  return <BannerFields banner={banner} closeTo={closeTo} />;
}

function Preview({ banner, closeTo }: { banner: Banner; closeTo: string }) {
  const say = useSay();
  const { nameOf, daysOf } = useBannerWords();
  return (
    <AddressDialog title={nameOf(banner)} closeTo={closeTo}>
      <img
        className="block aspect-3/1 h-auto w-full rounded-md bg-sand object-contain"
        src={`/files/${banner.imageBlobId}`}
        alt={banner.says ?? nameOf(banner)}
        width={600}
        height={200}
      />
      <p className="mt-3 text-soft">{`${say(`banner.status.${banner.status}`)} · ${daysOf(banner)}`}</p>
    </AddressDialog>
  );
}

function BannerFields({ banner, closeTo }: { banner: Banner | null; closeTo: string }) {
  const say = useSay();
  return (
    <AddressDialog title={say(banner ? "banner.editTitle" : "banner.addTitle")} closeTo={closeTo}>
      <DialogForm
        intent={banner ? "edit" : "add"}
        schema={banner ? ChangeBanner : BannerForm}
        encType="multipart/form-data"
        values={
          banner
            ? {
                says: banner.says ?? "",
                pictureId: banner.imageBlobId,
                fromDate: banner.firstDay,
                toDate: banner.lastDay,
              }
            : {}
        }
        hidden={banner ? { bannerId: banner.id } : {}}
        act={say(banner ? "common.save" : "banner.add")}
        closeTo={closeTo}
        guarded
      >
        {banner && <VersionField value={banner.version} />}
        <OnePicture
          label={say("common.picture")}
          hint={say("banner.pictureHint")}
          types={["image/png", "image/jpeg"]}
          required
          to="/banner-pictures"
          at={(id) => `/files/${id}`}
          words={{
            sending: say("common.sendingName", { name: "{name}" }),
            sent: say("common.thePictureIsUploaded"),
            failed: say("banner.uploadFailed", { reason: "{reason}" }),
          }}
        />
        <TextField name="says" label={say("banner.says")} hint={say("banner.saysHint")} maxLength={150} required />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            name="fromDate"
            type="date"
            label={say("banner.fromDate")}
            hint={say("banner.daysHint")}
            max="2100-12-31"
          />
          <TextField
            name="toDate"
            type="date"
            label={say("banner.toDate")}
            hint={say("banner.daysHint")}
            max="2100-12-31"
          />
        </div>
      </DialogForm>
    </AddressDialog>
  );
}
