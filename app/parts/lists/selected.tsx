import { Icon } from "#app/ui/base/icon.tsx";
import { useQuery } from "#app/ui/base/query.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { whileSelecting } from "#app/ui/list/foot.tsx";
import { selectionForm } from "#app/ui/list/selection.ts";
import type { DeskView } from "./desk-view.server.ts";

/** The actions for the selected rows; without JavaScript, for the ticked rows or all of them. */
export function Selected({ view: { bulks, list, mayTakeFile }, total }: { view: DeskView; total: string }) {
  const say = useSay();
  const query = useQuery();
  return (
    <>
      {bulks.length > 0 && (
        // The ticked rows of the table belong to this form by its id; it sends the current filter along.
        <Form
          intent="bulk"
          id={selectionForm}
          className={`${whileSelecting} flex-wrap items-center gap-1.5 noscript:inline-flex`}
        >
          {[...query].map(([name, value]) => (
            <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
          ))}
          <label className="hidden items-center gap-1.5 noscript:inline-flex">
            <input type="checkbox" name="all" value="1" />
            {say("desk.selectAll", { n: total })}
          </label>
          {bulks.map(({ name, label }) => (
            <button key={name} type="submit" name="verb" value={name} className="d-btn">
              {say(label)}
            </button>
          ))}
        </Form>
      )}
      {mayTakeFile &&
        (["csv", "xlsx"] as const).map((format) => (
          <span key={format} className={whileSelecting}>
            <a
              className="d-btn"
              aria-label={say("desk.exportAs", { format: format.toUpperCase() })}
              href={`/lists/${list.name}/export?format=${format}`}
              data-format={format}
            >
              <Icon name="download" />
              {format.toUpperCase()}
            </a>
          </span>
        ))}
    </>
  );
}
