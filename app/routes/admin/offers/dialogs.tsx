import type { OfferDialogView } from "#app/parts/catalog/offers-desk.server.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { ConfirmForm } from "#app/ui/form/confirm-form.tsx";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";
import { AreaField, MoneyField, TextField, VersionField } from "#app/ui/form/fields.tsx";
import { AddOffer, ChangeOffer } from "#modules/catalog/shared.ts";
import { toRupees } from "#modules/kernel/money.ts";

type Offer = NonNullable<OfferDialogView["offer"]>;

/** The dialog the address names: a new offer, one to change, or the question before one is deleted. */
export function OfferDialog({ dialog: { act, offer }, closeTo }: { dialog: OfferDialogView; closeTo: string }) {
  const say = useSay();
  if (act === "delete" && offer)
    return (
      <AddressDialog title={say("offer.deleteTitle")} closeTo={closeTo}>
        <ConfirmForm
          intent="delete"
          fields={{ offerId: offer.id }}
          question={say("common.deleteThing", { name: offer.title })}
          hint={say("offer.deleteHint")}
          act={say("common.delete")}
          closeTo={closeTo}
        />
      </AddressDialog>
    );
  return <OfferForm offer={offer} closeTo={closeTo} />;
}

/** R438: one form creates and changes. */
function OfferForm({ offer, closeTo }: { offer: Offer | null; closeTo: string }) {
  const say = useSay();
  return (
    <AddressDialog title={say(offer ? "offer.editTitle" : "offer.addTitle")} closeTo={closeTo}>
      <DialogForm
        intent={offer ? "edit" : "add"}
        schema={offer ? ChangeOffer : AddOffer}
        values={
          offer
            ? {
                title: offer.title,
                description: offer.description,
                category: offer.category,
                fromDate: offer.firstDay,
                toDate: offer.lastDay,
                feeOff: toRupees(offer.feeOffPaise),
                totalUses: offer.totalUses,
                usesPerPhone: offer.usesPerPhone,
              }
            : { category: "CONSUMER", feeOff: 0 }
        }
        hidden={offer ? { offerId: offer.id } : {}}
        act={say(offer ? "common.save" : "offer.add")}
        closeTo={closeTo}
        guarded
      >
        {offer && <VersionField value={offer.version} />}
        <TextField name="title" label={say("common.title")} hint={say("offer.nameHint")} maxLength={60} required />
        <AreaField name="description" label={say("common.description")} maxLength={300} rows={2} required={false} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="fromDate" type="date" label={say("common.from")} max="2100-12-31" required />
          <TextField name="toDate" type="date" label={say("common.to")} max="2100-12-31" required />
          <MoneyField
            name="feeOff"
            label={say("offer.feeOffLabel")}
            hint={say("offer.feeOffHint")}
            maxLength={8}
            required={false}
          />
          <TextField name="category" label={say("common.category")} maxLength={30} required={false} />
          <TextField
            name="totalUses"
            label={say("offer.totalUses")}
            hint={say("offer.usesHint")}
            inputMode="numeric"
            maxLength={7}
            required={false}
          />
          <TextField
            name="usesPerPhone"
            label={say("offer.usesPerPhone")}
            hint={say("offer.usesHint")}
            inputMode="numeric"
            maxLength={7}
            required={false}
          />
        </div>
      </DialogForm>
    </AddressDialog>
  );
}
