import type { ReactNode } from "react";
import { Button } from "../../base/button.tsx";
import { useSay } from "../../base/say.tsx";
import { Thumb } from "../../detail/thumb.tsx";
import { progressLook } from "../../feedback/progress.ts";
import { useField } from "../form-state.ts";

type FileFieldProps = {
  /** The field's name when files are sent with the form. */
  name: string;
  label: string;
  hint: string;
  accept: string;
  required?: boolean;
  /** What a file may have at most, and what a larger one is told before it is sent (Q124); `toast` says it as a toast, too. */
  most?: { bytes: number; sentence: string; toast?: boolean };
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
  /** `sending` with {name} for the file's name. */
  words: { sending: string; sent: string; preview?: string };
  /** What stands for refused files: its element with `data-each` once for each, with its {name} and the {reason}. */
  unkept: ReactNode;
  /** What stands instead where the server failed or was not reached. */
  broken?: string;
  /** The error when the form with its file was refused; the field's own error by default. */
  refused?: ReactNode;
  /** The part of the page that is read anew after files were stored, as a selector. */
  shownIn?: string;
};

/**
 * Chooses pictures or takes dropped ones: each is made smaller and uploaded at once, with progress and preview, and can
 * be removed before the form is sent (file-field-island.ts). Without JavaScript they are sent with the form.
 */
export function FileField(props: FileFieldProps) {
  const { name, label, hint, accept, required = false, most, to, part, carriedAs, stored, words } = props;
  const say = useSay();
  const field = useField(carriedAs ?? name, { required });
  const wrong = field.error && (props.refused ?? field.error);
  return (
    <div
      className="field data-over:[&_.input]:border-teal-700 data-over:[&_.input]:bg-teal-50"
      data-enhance="file-field"
      data-to={to}
      data-part={part}
      data-shown-in={props.shownIn}
      data-most-bytes={most?.bytes}
      data-too-large={most?.sentence}
      data-says-too-large={most?.toast ? "" : undefined}
      data-interrupted={say("upload.interrupted")}
      data-unexpected={say("error.unexpected")}
      data-broken={props.broken}
    >
      <label htmlFor={field.id}>
        {label} {!required && carriedAs && <span className="hint">{field.words.optional}</span>}
      </label>
      {carriedAs && (
        <input type="hidden" name={carriedAs} value={field.value} disabled={!field.value} data-carried="" />
      )}
      <div className="flex flex-wrap items-start gap-3">
        <div className="contents" data-stored="">
          {stored}
        </div>
        <input
          id={field.id}
          name={name}
          className="input min-w-0 flex-1 basis-60"
          type="file"
          accept={accept}
          multiple={!carriedAs}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={`${field.id}-error ${field.id}-hint`}
          data-still=""
        />
        <template data-removal="">
          <Button type="button" tone="plain" aria-label={say("file.removeOf", { what: label })}>
            {say("common.remove")}
          </Button>
        </template>
      </div>
      <div id={`${field.id}-error`} className="wrong empty:hidden" data-wrong="" data-still="">
        {wrong}
      </div>
      <p id={`${field.id}-hint`} className="hint my-1">
        {hint}
      </p>
      <div role="status" className="mt-1 text-sm empty:hidden" data-status="" data-still="" />
      <template data-preview="">
        <Thumb>
          <img alt={words.preview ?? label} />
        </Thumb>
      </template>
      <template data-unkept="">{props.unkept}</template>
      <template data-sending="">
        <label className="block">
          <span>{words.sending}</span>
          <progress className={progressLook} max={1} />
        </label>
      </template>
      <template data-sent="">
        <p className="text-green-700">{words.sent}</p>
      </template>
    </div>
  );
}
