import type { Door } from "#app/http/request/door.server.ts";
import type { ListRow } from "#app/ui/list/columns.tsx";
import type { Actor } from "#modules/kernel/actor.ts";
import { mostAtOnce } from "#modules/kernel/lists/export.server.ts";
import { listNamed, type Table, tableOf } from "#modules/kernel/lists/list.server.ts";
import { type PreparedExport, preparedExports } from "#modules/kernel/lists/prepared-export.server.ts";

/** The table of prepared files, each with the title of its list. */
const filesTable: Table<PreparedExport> = {
  key: ({ id }) => id,
  columns: [
    {
      id: "list",
      label: "common.list",
      kind: "text",
      value: ({ list }, tell) => tell(listNamed(list).title),
    },
    { id: "format", label: "center.files.format", kind: "text", value: ({ format }) => format.toUpperCase() },
    { id: "asked", label: "center.files.asked", kind: "moment", value: ({ requestedAt }) => requestedAt },
    { id: "rows", label: "common.rows", kind: "count", value: ({ rows }) => rows },
    {
      id: "state",
      label: "common.status",
      kind: "text",
      value: ({ state }, tell) => tell(`center.files.${state}`),
    },
  ],
};

/** The export files an actor requested, and up to how many rows a list is exported at once. */
export const preparedFilesOf = async (actor: Actor, _input: unknown, { locale }: Door) => ({
  table: tableOf(filesTable, await preparedExports(actor), { actor, locale }, ({ state, availableUntil }) => ({
    state,
    availableUntil: availableUntil,
  })),
  most: mostAtOnce,
});

export type ListedFile = ListRow & Pick<PreparedExport, "state" | "availableUntil">;
