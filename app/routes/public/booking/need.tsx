import { Band, bandContent, bandPage, goLook } from "#app/parts/tickets/band.tsx";
import { ChoiceFace } from "#app/parts/times/choice-face.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useTitle } from "#app/ui/base/site.ts";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { AreaField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { rupees } from "#modules/kernel/money.ts";
import { FeeBar } from "./fee-bar.tsx";
import { NeedPhotos } from "./need-photos.tsx";
import type { NeedView } from "./short-views.server.ts";
import { stepWords } from "./words.ts";

/** What is wrong: chips, and the customer's own words. */
export function NeedStep({ view }: { view: NeedView }) {
  const say = useSay();
  const titleOf = useTitle();
  return (
    <Form
      intent="need"
      values={{ ownWords: view.ownWords }}
      className={bandPage}
      encType="multipart/form-data"
      data-enhance="once"
    >
      {/* The form's first button, so that Enter in a field sends the form and removes nothing. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" />
      <Band
        title={say("book.need.title")}
        lead={view.chips.length > 0 && say("book.need.lead")}
        up={{ to: view.back, words: stepWords(3, titleOf(view.service), say) }}
        step={3}
      />
      <div className={bandContent}>
        <ErrorSummary />
        {view.chips.length > 0 && (
          <fieldset>
            <legend className="sr-only">{say("book.need.title")}</legend>
            <div className="flex flex-wrap gap-2">
              {view.chips.map((chip) => (
                <label key={chip} className="relative">
                  <input
                    type="checkbox"
                    name="chips"
                    value={chip}
                    defaultChecked={view.chosen.includes(chip)}
                    className="peer absolute inset-0 size-full cursor-pointer opacity-0"
                  />
                  <ChoiceFace round>{chip}</ChoiceFace>
                </label>
              ))}
            </div>
          </fieldset>
        )}
        {view.usual && (
          <p className="rounded-lg bg-sand p-4">
            {say("book.need.usual", { from: rupees(view.usual.fromPaise), to: rupees(view.usual.toPaise) })}{" "}
            <span className="block text-sm text-soft">{say("book.need.bills", { n: view.usual.bills })}</span>
          </p>
        )}
        <AreaField
          name="ownWords"
          label={say("common.specificRequirement")}
          hint={say("book.need.hint")}
          maxLength={300}
          required={view.needed && view.chips.length === 0}
        />
        <NeedPhotos pictures={view.pictures} />
      </div>
      <FeeBar price={view.price} usual={view.usual}>
        <button type="submit" className={goLook}>
          {say("book.continue")}
        </button>
      </FeeBar>
    </Form>
  );
}
