import { Button } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { RadioCards } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { type FirstRow, rowText } from "#modules/kernel/files/sheets/heading.ts";

/** The first rows of a file, one of which is chosen as its heading. */
export function HeadingDialog({ rows, closeTo }: { rows: readonly FirstRow[]; closeTo: string }) {
  const say = useSay();
  return (
    <AddressDialog title={say("uploads.headingTitle")} closeTo={closeTo}>
      <ErrorSummary />
      {rows.length === 0 ? <Note tone="warm">{say("sheet.tooSlow")}</Note> : <Choice rows={rows} />}
    </AddressDialog>
  );
}

function Choice({ rows }: { rows: readonly FirstRow[] }) {
  const say = useSay();
  return (
    <>
      <p className="mb-3 text-soft">{say("uploads.headingLead")}</p>
      <Form intent="heading" className="grid gap-4">
        <RadioCards
          name="headingRow"
          label={say("common.rowsOfTheFile")}
          required
          options={rows.map((each) => ({
            value: String(each.row),
            label: say("uploads.headingRow", { row: each.row }),
            hint: rowText(each),
          }))}
        />
        <Button className="justify-self-start">{say("uploads.headingUse")}</Button>
      </Form>
    </>
  );
}
