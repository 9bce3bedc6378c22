import { none } from "#app/http/doors/fresh.server.ts";
import { bulkLimit, formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { changedMeanwhile, needRole } from "#modules/access/index.ts";
import { bulkNamed } from "#modules/kernel/lists/bulk.server.ts";
import { prepareBulk } from "#modules/kernel/lists/bulk-act.server.ts";
import { changeView, deleteView, renameView, saveView } from "#modules/kernel/lists/views.server.ts";
import {
  type Admin,
  type AnyDeskList,
  DeleteView,
  filterOf,
  listAddress,
  type Narrowed,
  RenameView,
  selectedOf,
  viewForms,
  viewQuery,
} from "./desk-list.server.ts";

/** The list's address without an open dialog. */
const closed = ({ url }: Door) => addressWith(url, { act: null, of: null });

/** The intents of a list's selection and of its saved views. */
export function listIntents(desk: AnyDeskList) {
  const { list } = desk;
  const seeing = {
    can: list.can ?? "any admin",
    limit: formLimit,
    once: "in its transaction",
    fresh: none("A view holds no rows and no rights"),
  } as const;
  const forms = viewForms(desk);
  const queryOf = ({ cols, compact, ...narrowed }: Narrowed & { cols?: string[]; compact?: "1" }) =>
    viewQuery(desk, narrowed, { columns: cols ?? [], compact: compact === "1" });
  return {
    keepView: {
      ...seeing,
      input: forms.keep,
      run: async (admin: Admin, { name, role, ...view }: typeof forms.keep._output, door: Door) => {
        const query = queryOf(view);
        if (role) await needRole(role);
        const id = await saveView(admin, list.name, { name, query, roleId: role });
        door.toast("views.saved", { name });
        return door.go(listAddress(desk, `saved=${id}&${query}`));
      },
    },
    changeView: {
      ...seeing,
      input: forms.change,
      run: async (admin: Admin, { saved, version, ...view }: typeof forms.change._output, door: Door) => {
        const query = queryOf(view);
        await changeView(admin, list.name, { id: saved, version, query }, changedMeanwhile);
        return door.go(listAddress(desk, `saved=${saved}&${query}`));
      },
    },
    renameView: {
      ...seeing,
      input: RenameView,
      run: async (admin: Admin, { saved, version, name, role }: typeof RenameView._output) => {
        if (role) await needRole(role);
        await renameView(admin, list.name, { id: saved, version, name, roleId: role }, changedMeanwhile);
      },
      to: (_input: typeof RenameView._output, door: Door) => closed(door),
    },
    deleteView: {
      ...seeing,
      input: DeleteView,
      run: (admin: Admin, { saved, version }: typeof DeleteView._output) =>
        deleteView(admin, list.name, { id: saved, version }, changedMeanwhile),
      say: "views.deleted",
      to: (_input: typeof DeleteView._output, { url }: Door) => url.pathname,
    },
  } as const;
}

/** The intent that prepares a bulk act with the selected rows. */
export function bulkIntent(desk: AnyDeskList) {
  const input = selectedOf(desk);
  return {
    bulk: {
      can: desk.list.can ?? "any admin",
      limit: bulkLimit,
      once: "in its transaction",
      fresh: none("It selects, and does nothing before it is started"),
      input,
      run: async (admin: Admin, { verb, ids, all, ...narrowed }: typeof input._output, door: Door) => {
        const filter = all ? filterOf(desk, narrowed) : { ids: [...new Set(ids)] };
        const id = await prepareBulk(admin, bulkNamed(verb), { list: desk.list, filter, back: closed(door) });
        return door.go(`/bulk/${id}`);
      },
    },
  } as const;
}
