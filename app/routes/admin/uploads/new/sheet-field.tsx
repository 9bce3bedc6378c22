import { useContext, useEffect, useState } from "react";
import { useSay } from "#app/ui/base/say.tsx";
import { FormContext, useField } from "#app/ui/form/form-state.ts";
import { figure } from "#modules/kernel/figure.ts";
import { sheetLimits } from "#modules/kernel/files/sheets/sheet-limits.ts";
import type { MessageKey } from "#modules/messages/index.ts";

const accepted = [
  ".csv",
  ".xlsx",
  ".xls",
  "text/csv",
  "application/vnd.ms-excel",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
].join(",");

/** Why a file is refused before it is sent; the server looks at its bytes again. */
function refusalOf({ name, size }: File): MessageKey | undefined {
  if (!/\.(csv|xlsx?)$/i.test(name)) return "sheet.kind";
  return size > sheetLimits.bytes ? "error.tooLarge" : undefined;
}

/** The file of an upload. A file that was stored before the form was refused is kept, and may be replaced. */
export function SheetField({ onChosen }: { onChosen: (chosen: boolean) => void }) {
  const say = useSay();
  const field = useField("fileId", { required: true });
  const { values } = useContext(FormContext);
  const [refused, setRefused] = useState<MessageKey>();
  const [replaced, setReplaced] = useState(false);
  const stored = replaced ? undefined : field.value;
  const wrong = refused ? say(refused) : stored || replaced ? undefined : field.error;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a kept file counts as chosen
  useEffect(() => {
    if (field.value) onChosen(true);
  }, [field.value]);
  return (
    <div className="field">
      <label htmlFor={field.id}>{say("common.file")}</label>
      {stored && (
        <>
          <input type="hidden" name="fileId" value={stored} />
          <input type="hidden" name="fileName" value={String(values.fileName ?? "")} />
          <p className="mb-1">{say("uploads.kept", { name: String(values.fileName ?? "") })}</p>
        </>
      )}
      <input
        id={field.id}
        name="file"
        className="input"
        type="file"
        accept={accepted}
        required={!stored}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={`${wrong ? `${field.id}-error ` : ""}${field.id}-hint`}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          const refusal = file && refusalOf(file);
          setRefused(refusal);
          // What is refused here is not sent with the form.
          if (refusal) target.value = "";
          setReplaced(Boolean(file) && !refusal);
          onChosen((Boolean(file) && !refusal) || Boolean(stored));
        }}
      />
      {wrong && (
        <span id={`${field.id}-error`} className="wrong" role={refused ? "alert" : undefined}>
          {wrong}
        </span>
      )}
      <p id={`${field.id}-hint`} className="hint my-1">
        {say("uploads.fileHint", {
          most: figure(sheetLimits.rows),
          mb: sheetLimits.bytes / 1024 / 1024,
        })}
      </p>
    </div>
  );
}
