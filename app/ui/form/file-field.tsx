import { type DragEvent, type ReactNode, useEffect, useState } from "react";
import type { MessageKey } from "#modules/messages/index.ts";
import { Button } from "../base/button.tsx";
import { useSay } from "../base/say.tsx";
import { Thumb } from "../detail/thumb.tsx";
import { useField } from "./form-state.ts";
import { shrinkPicture } from "./shrink-picture.ts";
import { type FileRefusal, uploadFile } from "./upload-file.ts";

/** A refused file, by its name on the sender's device. */
export type Unkept = { name: string; refusal: FileRefusal };

type FileFieldProps = {
  /** The field's name when files are sent with the form. */
  name: string;
  label: string;
  hint: string;
  accept: string;
  required?: boolean;
  /** What a file may have at most; a larger one is refused before it is sent (Q124). */
  most?: { bytes: number; problem: MessageKey };
  /** Called with the reason when a file is refused before it is sent. */
  onRefused?: (problem: MessageKey) => void;
  /** The address a chosen file is uploaded to at once, and the field's name there. */
  to: string;
  part: string;
  /**
   * The form field that carries the uploaded file's id; without it, several files may be chosen and each is stored at
   * once.
   */
  carriedAs?: string;
  /** The stored file, shown until another one is chosen. */
  stored?: ReactNode;
  words: { sending: (file: string) => string; sent: string; preview?: string };
  /** Renders the refused files. */
  unkept: (files: readonly Unkept[]) => ReactNode;
  /** The error when the form with its file was refused; the field's own error by default. */
  refused?: ReactNode;
  /** Called after the chosen files were uploaded. */
  onStored?: () => void;
};

type StoredPicture = { id: string; preview: string };

/**
 * Chooses pictures or takes dropped ones: each is made smaller and uploaded at once, with progress and preview, and can
 * be removed before the form is sent. Without JavaScript they are sent with the form.
 */
export function FileField(props: FileFieldProps) {
  const { name, label, hint, accept, required = false, most, to, part, carriedAs, stored, words, onStored } = props;
  const say = useSay();
  const field = useField(carriedAs ?? name, { required });
  const [sending, setSending] = useState<{ name: string; part: number }>();
  const [unkept, setUnkept] = useState<readonly Unkept[]>([]);
  const [storedPicture, setStoredPicture] = useState<StoredPicture>();
  const [saved, setSaved] = useState(0);
  const [over, setOver] = useState(false);
  const preview = storedPicture?.preview;
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);

  async function send(files: readonly File[]) {
    setUnkept([]);
    for (const file of carriedAs ? files.slice(0, 1) : files) {
      if (most && file.size > most.bytes) {
        setUnkept((before) => [...before, { name: file.name, refusal: { problem: most.problem } }]);
        props.onRefused?.(most.problem);
        continue;
      }
      setSending({ name: file.name, part: 0 });
      const picture = await shrinkPicture(file);
      const answer = await uploadFile<{ id: string }>(to, part, picture, file.name, (part) =>
        setSending({ name: file.name, part }),
      );
      if ("refusal" in answer) setUnkept((before) => [...before, { name: file.name, refusal: answer.refusal }]);
      else if (carriedAs) setStoredPicture({ id: answer.answer.id, preview: URL.createObjectURL(picture) });
      else setSaved((count) => count + 1);
    }
    setSending(undefined);
    onStored?.();
  }

  const dropping = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      void send([...event.dataTransfer.files]);
    },
  };
  const id = storedPicture?.id ?? field.value;
  const wrong =
    unkept.length > 0
      ? props.unkept(unkept)
      : sending || storedPicture
        ? undefined
        : field.error && (props.refused ?? field.error);
  return (
    <div className={over ? "field [&_.input]:border-teal-700 [&_.input]:bg-teal-50" : "field"} {...dropping}>
      <label htmlFor={field.id}>
        {label} {!required && carriedAs && <span className="hint">{field.words.optional}</span>}
      </label>
      {carriedAs && id && (
        <input type="hidden" name={carriedAs} value={id} {...(storedPicture && { "data-unsaved": "" })} />
      )}
      <div className="flex flex-wrap items-start gap-3">
        {preview ? (
          <Thumb>
            <img src={preview} alt={words.preview ?? label} />
          </Thumb>
        ) : (
          stored
        )}
        <input
          id={field.id}
          name={name}
          className="input min-w-0 flex-1 basis-60"
          type="file"
          accept={accept}
          multiple={!carriedAs}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={`${wrong ? `${field.id}-error ` : ""}${field.id}-hint`}
          onChange={({ target }) => {
            const files = [...(target.files ?? [])];
            // Files that were uploaded or refused must not be sent again with the form.
            target.value = "";
            void send(files);
          }}
        />
        {storedPicture && (
          <Button
            type="button"
            tone="plain"
            aria-label={say("file.removeOf", { what: label })}
            onClick={() => setStoredPicture(undefined)}
          >
            {say("common.remove")}
          </Button>
        )}
      </div>
      {wrong && (
        <div id={`${field.id}-error`} className="wrong" role={unkept.length > 0 ? "alert" : undefined}>
          {wrong}
        </div>
      )}
      <p id={`${field.id}-hint`} className="hint my-1">
        {hint}
      </p>
      <div role="status" className="mt-1 text-sm empty:hidden">
        {sending ? (
          <label className="block">
            {words.sending(sending.name)}
            <progress className="progress" value={sending.part} max={1} />
          </label>
        ) : (
          (storedPicture || saved > 0) && unkept.length === 0 && <p className="text-green-700">{words.sent}</p>
        )}
      </div>
    </div>
  );
}
