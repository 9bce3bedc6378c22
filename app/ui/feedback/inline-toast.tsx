import { useSay } from "../base/say.tsx";
import { useSite } from "../base/site.ts";
import { FormKey } from "../form/form.tsx";

/** The toast of the last page, as part of this page. */
export function InlineToast() {
  const { toast: left } = useSite();
  const say = useSay();
  if (!left) return null;
  return (
    <output
      className={`note mb-5 block ${left.kind === "bad" ? "note-bad" : ""}`}
      role={left.kind === "bad" ? "alert" : "status"}
    >
      {left.text}{" "}
      {left.about && (
        <a href={left.about.to} className="link">
          {left.about.name}
        </a>
      )}
      {left.undo && (
        <form method="post" action={left.undo.action} className="inline">
          <FormKey />
          {Object.entries(left.undo.fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}{" "}
          <button type="submit" className="link">
            {say("toast.undo")}
          </button>
        </form>
      )}
    </output>
  );
}
