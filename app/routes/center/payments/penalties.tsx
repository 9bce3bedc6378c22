import { ButtonLink } from "#app/ui/base/button.tsx";
import { Card } from "#app/ui/base/card.tsx";
import { Chip, type ChipTone } from "#app/ui/base/chip.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { Thumb } from "#app/ui/detail/thumb.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";
import { AreaField } from "#app/ui/form/fields.tsx";
import { OnePicture } from "#app/ui/form/file/one-picture.tsx";
import { showDateTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { OwnPenalty } from "#modules/wallet/index.ts";
import { type ObjectionState, ObjectToPenalty } from "#modules/wallet/shared.ts";

/** A penalty as the loader sends it. */
type Shown = Pick<OwnPenalty, keyof OwnPenalty>;

const tones: Record<ObjectionState, ChipTone> = { OPEN: "warm", UPHELD: "info", RETURNED: "good" };

type PenaltiesProps = {
  penalties: readonly Shown[];
  /** The address of a penalty's objection form. */
  objectAt: (id: string) => string;
};

/** The center's penalties: each with its reason, and the way to object, or how the objection was decided. */
export function Penalties({ penalties, objectAt }: PenaltiesProps) {
  const say = useSay();
  const locale = useLocale();
  if (penalties.length === 0) return null;
  return (
    <Card title={say("common.penalties")} className="mb-6 max-w-3xl">
      <ul className="grid gap-4">
        {penalties.map((penalty) => (
          <li
            key={penalty.id}
            className="border-line border-t pt-4 first:border-0 first:pt-0"
            data-penalty={penalty.id}
          >
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <p className="font-semibold">
                {say("objection.penaltyOf", { number: penalty.number })}{" "}
                <span className="font-normal text-soft">{showDateTime(penalty.movedAt, locale)}</span>
              </p>
              <p className="font-semibold tabular-nums">{rupees(-penalty.amountPaise)}</p>
            </div>
            <p className="break-words">{penalty.reason}</p>
            <div className="mt-2 flex flex-wrap items-center gap-3">
              {penalty.objection ? (
                <Chip tone={tones[penalty.objection]}>{say(`objection.state.${penalty.objection}`)}</Chip>
              ) : penalty.mayObject ? (
                <>
                  <ButtonLink tone="quiet" small to={objectAt(penalty.id)}>
                    {say("objection.act")}
                  </ButtonLink>
                  <span className="text-soft text-sm">
                    {say("objection.until", { at: showDateTime(penalty.objectableUntil, locale) })}
                  </span>
                </>
              ) : (
                <span className="text-soft text-sm">{say("objection.over")}</span>
              )}
            </div>
            {penalty.objectionText && <Words penalty={penalty} />}
            {penalty.answer && <p className="mt-2">{say("objection.answered", { answer: penalty.answer })}</p>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What the center has sent. */
function Words({ penalty }: { penalty: Shown }) {
  const say = useSay();
  return (
    <details className="mt-2">
      <summary className="link inline-flex min-h-11 items-center">{say("objection.yourWords")}</summary>
      <p className="whitespace-pre-line break-words">{penalty.objectionText}</p>
      {penalty.objectionPictureId && (
        <Thumb href={`/objection-pictures/${penalty.objectionPictureId}`} className="mt-2">
          <img
            src={`/objection-pictures/${penalty.objectionPictureId}`}
            alt={say("objection.openPicture")}
            loading="lazy"
          />
        </Thumb>
      )}
    </details>
  );
}

/** The form to object to a penalty, once: words, and one picture. */
export function ObjectionDialog({ penalty, closeTo }: { penalty: Shown; closeTo: string }) {
  const say = useSay();
  return (
    <AddressDialog title={say("objection.title")} closeTo={closeTo}>
      <p className="font-semibold">
        {say("objection.penaltyOf", { number: penalty.number })}, {rupees(penalty.amountPaise)}
      </p>
      <p className="mb-4 break-words text-soft">{penalty.reason}</p>
      <DialogForm
        intent="object"
        schema={ObjectToPenalty}
        encType="multipart/form-data"
        hidden={{ adjustmentId: penalty.id }}
        act={say("objection.send")}
        closeTo={closeTo}
        guarded
      >
        <AreaField
          name="text"
          label={say("objection.why")}
          hint={say("objection.whyHint")}
          maxLength={1000}
          rows={4}
          required
        />
        <PictureOfObjection />
      </DialogForm>
    </AddressDialog>
  );
}

function PictureOfObjection() {
  const say = useSay();
  return (
    <OnePicture
      label={say("objection.addPicture")}
      hint={say("objection.pictureHint")}
      types={["image/jpeg", "image/png", "image/webp"]}
      to="/objection-pictures"
      at={(id) => `/objection-pictures/${id}`}
      open={say("objection.openPicture")}
      words={{
        sending: say("objection.pictureSending", { name: "{name}" }),
        sent: say("common.thePictureIsUploaded"),
        preview: say("common.picture"),
        failed: say("objection.pictureFailed", { reason: "{reason}" }),
      }}
    />
  );
}
