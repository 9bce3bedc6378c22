import { useContext } from "react";
import { useSay } from "#app/ui/base/say.tsx";
import { FormContext, useField } from "#app/ui/form/form-state.ts";
import { figure } from "#modules/kernel/figure.ts";
import { sheetLimits } from "#modules/kernel/files/sheets/sheet-limits.ts";

const accepted = [
  ".csv",
  ".xlsx",
  ".xls",
  "text/csv",
  "application/vnd.ms-excel",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
].join(",");

/** The file of an upload. A file that was stored before the form was refused is kept, and may be replaced. */
export function SheetField() {
  const say = useSay();
  const field = useField("fileId", { required: true });
  const { values } = useContext(FormContext);
  const stored = field.value;
  const wrong = stored ? undefined : field.error;
  return (
    <div
      className="field"
      data-enhance="sheet"
      data-most={sheetLimits.bytes}
      data-kind={say("sheet.kind")}
      data-large={say("error.tooLarge")}
    >
      <label htmlFor={field.id}>{say("common.file")}</label>
      {stored && (
        <fieldset data-stored="">
          <input type="hidden" name="fileId" value={stored} />
          <input type="hidden" name="fileName" value={String(values.fileName ?? "")} />
          <p className="mb-1">{say("uploads.kept", { name: String(values.fileName ?? "") })}</p>
        </fieldset>
      )}
      <input
        id={field.id}
        name="file"
        className="input"
        type="file"
        accept={accepted}
        required={!stored}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={`${wrong ? `${field.id}-error ` : ""}${field.id}-now ${field.id}-hint`}
      />
      {wrong && (
        <span id={`${field.id}-error`} className="wrong">
          {wrong}
        </span>
      )}
      <span id={`${field.id}-now`} role="alert" className="wrong-now" data-refusal="" />
      <p id={`${field.id}-hint`} className="hint my-1">
        {say("uploads.fileHint", {
          most: figure(sheetLimits.rows),
          mb: sheetLimits.bytes / 1024 / 1024,
        })}
      </p>
    </div>
  );
}
