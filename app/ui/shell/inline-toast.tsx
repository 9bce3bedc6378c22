import { FormKey } from "../base/form-key.tsx";
import { useSay } from "../base/say.tsx";
import { useSite } from "../base/site.ts";

const looks = { good: "", warn: "note-warm", bad: "note-bad" } as const;

/** The toast of the last page, as part of this page; at an operator's `desk` also what can still be undone. */
export function InlineToast({ desk = false }: { desk?: boolean }) {
  const { toast: left, undoables } = useSite();
  const say = useSay();
  const undo = desk ? undoables : [];
  return (
    <>
      {left && !undo.some(({ id }) => id === left.id) && (
        <output className={`note mb-5 block ${looks[left.kind]}`} role={left.kind === "bad" ? "alert" : "status"}>
          {left.text}{" "}
          {left.about && (
            <a href={left.about.to} className="link">
              {left.about.name}
            </a>
          )}
        </output>
      )}
      {undo.map(({ id, text, action, fields }) => (
        <output key={id} className="note mb-5 block">
          {text}{" "}
          <form method="post" action={action} className="inline">
            <FormKey />
            {Object.entries(fields).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}{" "}
            <button type="submit" className="link">
              {say("toast.undo")}
            </button>
          </form>
        </output>
      ))}
    </>
  );
}
