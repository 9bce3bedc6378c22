import { useSay } from "#app/ui/base/say.tsx";
import { useField } from "#app/ui/form/form-state.ts";
import type { EditorProps } from "./editor.tsx";
import { editorWords } from "./editor-words.ts";

/**
 * The content of a post. The editor takes the place of the text area once it is loaded, and sends the same field. Without
 * JavaScript, or where the editor cannot be loaded, one writes in the text area.
 */
export function ContentField({ label, hint }: { label: string; hint: string }) {
  const say = useSay();
  const field = useField("content", { required: false });
  const described = `${field.id}-error ${field.id}-hint`;
  const editor: EditorProps = {
    id: field.id,
    name: field.name,
    label,
    optional: field.words.optional,
    described,
    words: editorWords(say),
  };
  return (
    <div className="field">
      <div data-enhance="blog-editor" data-own="" data-props={JSON.stringify(editor)}>
        <label htmlFor={field.id}>
          {label} <span className="hint">{field.words.optional}</span>
        </label>
        <textarea
          id={field.id}
          name={field.name}
          className="input"
          rows={12}
          data-most={field.maxLength}
          defaultValue={field.value}
          aria-invalid={field.error ? true : undefined}
          aria-describedby={described}
        />
      </div>
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
