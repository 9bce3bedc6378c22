import { useCallback, useState } from "react";

/** The id of the form the row checkboxes belong to. */
export const selectionForm = "selection";

/** Puts the focus on the first selected row of the list, before the selection and its acts go. */
export const focusSelected = () =>
  document.querySelector<HTMLElement>(".desk-grid tr.sel .pick input")?.focus({ preventScroll: true });

/** The selected rows of a list: single ones, or all that match its filter. */
export type Selection = {
  ids: ReadonlySet<string>;
  all: boolean;
  toggle: (id: string, range: boolean) => void;
  togglePage: () => void;
  selectAll: () => void;
  clear: () => void;
};

/** The selection among a page's rows, in their order; a range starts at the row toggled last. */
export function useSelection(rows: readonly string[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState(false);
  const [last, setLast] = useState<string>();
  const clear = useCallback(() => {
    setIds(new Set());
    setAll(false);
  }, []);
  return {
    // A row that is no longer on the page is not visible, so no action applies to it.
    ids: new Set(rows.filter((id) => ids.has(id))),
    all,
    clear,
    toggle(id, range) {
      const from = range && last ? rows.indexOf(last) : -1;
      const to = rows.indexOf(id);
      const meant = from < 0 ? [id] : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
      const on = !ids.has(id);
      const next = new Set(ids);
      for (const each of meant) on ? next.add(each) : next.delete(each);
      setIds(next);
      setAll(false);
      setLast(id);
    },
    togglePage() {
      setIds(rows.every((id) => ids.has(id)) ? new Set() : new Set(rows));
      setAll(false);
    },
    selectAll() {
      setIds(new Set(rows));
      setAll(true);
    },
  };
}
