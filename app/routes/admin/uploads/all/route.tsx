import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { adminPage } from "#app/http/doors/page.server.ts";
import { ListScreen } from "#app/parts/lists/list-screen.tsx";
import { placeFields } from "#app/parts/lists/place.ts";
import { UploadChip } from "#app/parts/uploads/upload-words.tsx";
import { ButtonLink } from "#app/ui/base/button.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { cellText } from "#app/ui/list/columns.tsx";
import { LiveHint, LiveNews } from "#app/ui/shell/live.tsx";
import { type Table, tableOf } from "#modules/kernel/lists/list.server.ts";
import { type ListedUpload, myUploads } from "#modules/tickets/index.ts";

export const handle = { title: "uploads.all" } satisfies Handle;

const uploadsTable: Table<ListedUpload> = {
  key: ({ id }) => id,
  columns: [
    { id: "file", label: "common.file", kind: "text", value: ({ fileName }) => fileName },
    {
      id: "client",
      label: "common.client",
      kind: "text",
      value: ({ client }, tell) => client ?? tell("uploads.clientOfRow"),
    },
    { id: "created", label: "uploads.begun", kind: "moment", value: ({ createdAt }) => createdAt },
    {
      id: "state",
      label: "common.condition",
      kind: "text",
      value: ({ state }, tell) => tell(`uploads.state.${state}`),
    },
  ],
};

export const loader = adminPage(
  { can: "add_ticket", query: z.object(placeFields) },
  async (admin, place, { locale }) => {
    const { rows, next, previous } = await myUploads(admin, place);
    return {
      table: tableOf(uploadsTable, rows, { actor: admin, locale }, ({ state }) => ({ state })),
      pages: { next, previous },
    };
  },
);

/** An admin's own uploads of requests, newest first: where one that was left is found again. */
export default function Uploads() {
  const { table, pages } = useLoaderData<typeof loader>();
  const say = useSay();
  const begin = (
    <ButtonLink to="/uploads/new" icon="plus">
      {say("uploads.new")}
    </ButtonLink>
  );
  return (
    <LiveNews path="/live/desk">
      <ListScreen
        title={say("uploads.all")}
        table={table}
        pages={pages}
        open={({ id }) => `/uploads/${id}`}
        looks={{
          file: {
            show: ({ id, cells }) => (
              <Link className="link font-semibold break-all" to={`/uploads/${id}`}>
                {cellText(cells.file)}
              </Link>
            ),
          },
          state: { show: ({ state }) => <UploadChip state={state} /> },
        }}
        actions={begin}
        above={
          <div className="mb-5">
            <p className="mb-2 max-w-prose text-soft">{say("uploads.lead")}</p>
            <LiveHint />
          </div>
        }
        empty={{ title: say("uploads.none"), action: begin }}
      />
    </LiveNews>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
