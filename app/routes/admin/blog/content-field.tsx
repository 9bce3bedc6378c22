import { useRef } from "react";
import { useLoaded } from "#app/ui/combobox/loaded.ts";
import { useField } from "#app/ui/form/form-state.ts";

const loadEditor = () => import("./editor.tsx");

/**
 * The content of a post. Its text area is what the form sends; once the editor is loaded it stands in front of it and
 * writes into it. Without JavaScript, or where the editor cannot be loaded, one writes in the text area.
 */
export function ContentField({ label, hint }: { label: string; hint: string }) {
  const field = useField("content", { required: false });
  const area = useRef<HTMLTextAreaElement>(null);
  const Editor = useLoaded(loadEditor)?.Editor;
  const described = [field.error && `${field.id}-error`, `${field.id}-hint`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label id={`${field.id}-label`} htmlFor={Editor ? undefined : field.id}>
        {label} <span className="hint">{field.words.optional}</span>
      </label>
      <textarea
        ref={area}
        {...(!Editor && { id: field.id })}
        name="content"
        className="input"
        rows={12}
        data-most={field.maxLength}
        defaultValue={field.value}
        hidden={Editor !== undefined}
        aria-invalid={field.error ? true : undefined}
        aria-describedby={described}
      />
      {Editor && (
        <Editor
          id={field.id}
          labelledBy={`${field.id}-label`}
          describedBy={described}
          wrong={Boolean(field.error)}
          first={area.current?.value ?? ""}
          write={(html) => {
            if (area.current) area.current.value = html;
          }}
        />
      )}
      {field.error && (
        <span id={`${field.id}-error`} className="wrong">
          {field.error}
        </span>
      )}
      <p id={`${field.id}-hint`} className="hint my-1">
        {hint}
      </p>
    </div>
  );
}
