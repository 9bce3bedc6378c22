import { useSay } from "#app/ui/base/say.tsx";
import { fieldPair } from "#app/ui/desk/form-page.tsx";
import { AreaField, CheckCards } from "#app/ui/form/fields.tsx";
import { centerFlags } from "#modules/centers/shared.ts";

/** What a center may not do, why, and what it is told (R392, R393); `short` for a dialog. */
export function BlockFields({ short = false }: { short?: boolean }) {
  const say = useSay();
  const rows = short ? { rows: 2 } : {};
  return (
    <>
      {/* Sent even when none is ticked, which means none. */}
      <input type="hidden" name="disabledFor" value="" />
      <CheckCards
        name="disabledFor"
        label={say("center.disabledFor")}
        required={false}
        options={centerFlags.map((flag) => ({
          value: flag,
          label: say(`center.disabledFor.${flag}`),
          hint: say(`center.disabledFor.${flag}.hint`),
        }))}
      />
      <div className={short ? "grid gap-4" : fieldPair}>
        <AreaField
          name="remark"
          label={say("center.remark")}
          hint={say("center.remarkHint")}
          required={false}
          {...rows}
        />
        <AreaField
          name="ticketRemarks"
          label={say("center.centerRemarks")}
          hint={say("center.centerRemarksHint")}
          required={false}
          {...rows}
        />
      </div>
    </>
  );
}
