import { type ChangeEvent, useEffect, useState } from "react";
import { useAnswer } from "#app/ui/answer.ts";
import { useField } from "#app/ui/form.tsx";
import { useSay } from "#app/ui/say.tsx";
import { type FileRefusal, postFile } from "#app/ui/send-file.ts";
import { shrinkPicture } from "#app/ui/shrink-picture.ts";
import { imageFields, type TechnicianImage } from "#modules/centers/shared.ts";
import type { MessageKey } from "#modules/kernel/messages/index.ts";

type State = { sending?: number; wrong?: { text: string; reason?: string }; preview?: string; kept?: string };

type Props = {
  kind: TechnicianImage;
  label: string;
  hint: string;
  /** The picture that is stored already. */
  stored?: string | null | undefined;
  accept: string;
  required?: boolean;
  /** A stored paper is opened on purpose only, because every view of it is recorded; a face is simply shown. */
  face?: boolean;
};

/**
 * Where a picture of a technician is chosen: it is made smaller and sent at once, with its progress and what it looks
 * like; the form then carries its id. Without JavaScript the picture goes with the form.
 */
export function ImageField({ kind, label, hint, stored, accept, required = false, face = false }: Props) {
  const say = useSay();
  const { blob, file } = imageFields[kind];
  const field = useField(blob, { required });
  const [{ sending, wrong, preview, kept }, set] = useState<State>({});
  const refused = useAnswer<{ problem?: MessageKey }>();
  const id = kept ?? field.value;
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const chosen = target.files?.[0];
    if (!chosen) return;
    set(({ kept }) => ({ sending: 0, ...(kept && { kept }) }));
    const picture = await shrinkPicture(chosen);
    const told = await postFile<{ id: string }>(`/technician-images/${kind}`, "image", picture, chosen.name, (part) =>
      set((before) => ({ ...before, sending: part })),
    );
    // What was refused must not go once more with the form.
    target.value = "";
    if ("answer" in told) set({ kept: told.answer.id, preview: URL.createObjectURL(picture) });
    else set(({ kept }) => ({ wrong: whatFailed(told.refusal), ...(kept && { kept }) }));
  }

  function whatFailed({ status, problem, params, errors }: FileRefusal) {
    if (!status || status >= 500) return { text: say("technician.uploadWrong") };
    return { text: say("technician.uploadFailed"), reason: say(errors?.[blob] ?? problem, params) };
  }

  const failed = wrong ?? (field.error && sending === undefined && !kept ? atForm() : undefined);
  function atForm() {
    return refused?.problem === "technician.uploadFailed"
      ? { text: say("technician.uploadFailed"), reason: field.error }
      : { text: field.error };
  }

  return (
    <div className="field">
      <label htmlFor={field.id}>
        {label} {!required && <span className="hint">{field.words.optional}</span>}
      </label>
      <p id={`${field.id}-hint`} className="hint mb-1">
        {hint}
      </p>
      {failed && (
        <span id={`${field.id}-error`} className="wrong" role={wrong ? "alert" : undefined}>
          {failed.text}
          {"reason" in failed && failed.reason && failed.reason !== failed.text && (
            <span className="block font-normal">{failed.reason}</span>
          )}
        </span>
      )}
      {id && <input type="hidden" name={blob} value={id} />}
      <div className="flex flex-wrap items-start gap-3">
        {preview ? (
          <span className="thumb">
            <img src={preview} alt={say("technician.image.preview", { what: label })} />
          </span>
        ) : (
          stored && (
            <a href={`/files/${stored}`} target="_blank" rel="noreferrer" className={face ? "thumb" : "py-2"}>
              {face ? (
                <img src={`/files/${stored}`} alt={label} loading="lazy" />
              ) : (
                say("technician.image.open", { what: label })
              )}
            </a>
          )
        )}
        <input
          id={field.id}
          name={file}
          className="input min-w-0 flex-1 basis-60"
          type="file"
          accept={accept}
          aria-invalid={failed ? true : undefined}
          aria-describedby={[`${field.id}-hint`, failed && `${field.id}-error`].filter(Boolean).join(" ")}
          onChange={choose}
        />
      </div>
      <div role="status" className="mt-1 text-sm empty:hidden">
        {sending !== undefined ? (
          <label className="block">
            {say("technician.image.sending")}
            <progress className="progress" value={sending} max={1} />
          </label>
        ) : (
          kept && !wrong && <p className="text-green-700">{say("technician.image.sent")}</p>
        )}
      </div>
    </div>
  );
}
