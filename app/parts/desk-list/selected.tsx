import type { ReactNode } from "react";
import { Icon } from "#app/ui/base/icon.tsx";
import { useQuery } from "#app/ui/base/query.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { type Selection, selectionForm } from "#app/ui/desk/selection.ts";
import { useBusy } from "#app/ui/form/busy.ts";
import { Form } from "#app/ui/form/form.tsx";
import type { DeskView } from "./desk-view.server.ts";

type Bulks = DeskView["bulks"];

/** The actions for the selected rows. */
export function Selected({ selection, view }: { selection: Selection; view: DeskView }) {
  const say = useSay();
  const query = useQuery();
  const { bulks, list } = view;
  const selectedFields = selection.all ? [...query] : [...selection.ids].map((id) => ["ids", id]);
  const busy = useBusy("bulk");
  return (
    <>
      {bulks.length > 0 && (
        <SelectionForm busy={busy}>
          {selection.all && <input type="hidden" name="all" value="1" />}
          <Verbs bulks={bulks} busy={busy} />
        </SelectionForm>
      )}
      {view.mayTakeFile &&
        (["csv", "xlsx"] as const).map((format) => (
          <a
            key={format}
            className="d-btn"
            aria-label={say("desk.exportAs", { format: format.toUpperCase() })}
            href={`/lists/${list.name}/export?${new URLSearchParams([...selectedFields, ["format", format]] as string[][])}`}
          >
            <Icon name="download" />
            {format.toUpperCase()}
          </a>
        ))}
    </>
  );
}

/** The actions for ticked rows, without JavaScript. */
export function TickedOrAll({ bulks, total }: { bulks: Bulks; total: string }) {
  const say = useSay();
  return (
    <SelectionForm>
      <label className="inline-flex items-center gap-1.5">
        <input type="checkbox" name="all" value="1" />
        {say("desk.selectAll", { n: total })}
      </label>
      <Verbs bulks={bulks} />
    </SelectionForm>
  );
}

function Verbs({ bulks, busy = false }: { bulks: Bulks; busy?: boolean }) {
  const say = useSay();
  return bulks.map(({ name, label }) => (
    <button key={name} type="submit" name="verb" value={name} className="d-btn" disabled={busy}>
      {say(label)}
    </button>
  ));
}

/** Sends the ticked rows of the table, which belong to this form by its id, and the current filter. */
function SelectionForm({ busy = false, children }: { busy?: boolean; children: ReactNode }) {
  const query = useQuery();
  return (
    <Form intent="bulk" id={selectionForm} className="inline-flex flex-wrap items-center gap-1.5" aria-busy={busy}>
      {[...query].map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      {children}
    </Form>
  );
}
