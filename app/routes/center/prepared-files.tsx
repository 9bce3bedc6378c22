import { useLoaderData } from "@remix-run/react";
import { centerPage } from "#app/http/page.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Chip, type ChipTone } from "#app/ui/chip.tsx";
import { columns } from "#app/ui/columns.tsx";
import type { Handle } from "#app/ui/handle.ts";
import { unlessUnreachable } from "#app/ui/kept-open.ts";
import { ListPage } from "#app/ui/list-page.tsx";
import { LiveHint } from "#app/ui/live.tsx";
import { useLocale } from "#app/ui/locale.ts";
import { useSay } from "#app/ui/say.tsx";
import { showDateTime } from "#modules/kernel/clock.ts";
import { mostAtOnce } from "#modules/kernel/export.server.ts";
import { type PreparedExport, preparedExports } from "#modules/kernel/prepared-export.server.ts";
import { type ListName, listTitles } from "./export-lists.server.ts";

export const handle = { title: "center.files.title" } satisfies Handle;

export const loader = centerPage(async (center) => ({
  files: (await preparedExports(center)).map((file) => ({ ...file, title: listTitles[file.list as ListName] })),
  most: mostAtOnce,
}));

export const shouldRevalidate = unlessUnreachable;

type File = PreparedExport & { title: (typeof listTitles)[ListName] };

const tones: Record<File["state"], ChipTone> = { preparing: "warm", ready: "good", failed: "bad" };

/** The files of long lists: how far each is, and where it is to be fetched. */
export default function PreparedFiles() {
  const { files, most } = useLoaderData<typeof loader>();
  const say = useSay();
  const locale = useLocale();
  const c = columns<File>(locale);
  return (
    <ListPage
      title={say("center.files.title")}
      rows={files}
      columns={[
        c.own(say("center.files.list"), ({ title, format }) => (
          <>
            <span className="block font-semibold">{say(title)}</span>
            <span className="text-soft">{format.toUpperCase()}</span>
          </>
        )),
        c.date("askedAt", say("center.files.asked")),
        {
          ...c.own(say("center.files.rows"), ({ rows }) => rows?.toLocaleString("en-IN")),
          figures: true,
        },
        c.own(say("center.files.state"), ({ state, keptUntil }) => (
          <>
            <Chip tone={tones[state]}>{say(`center.files.${state}`)}</Chip>
            {keptUntil && (
              <span className="block text-soft">
                {say("center.files.keptUntil", { when: showDateTime(keptUntil, locale) })}
              </span>
            )}
            {state === "failed" && <span className="block text-soft">{say("center.files.again")}</span>}
          </>
        )),
      ]}
      acts={({ id, title, format, rows, state }) =>
        state === "ready" && (
          <a
            className="btn btn-quiet btn-small"
            href={`/exports/files/${id}`}
            aria-label={say("center.files.downloadOf", {
              list: say(title),
              format: format.toUpperCase(),
              rows: rows ?? 0,
            })}
          >
            {say("center.files.download")}
          </a>
        )
      }
      above={
        <div className="mb-5">
          <p className="mb-2 max-w-prose text-soft">
            {say("center.files.lead", { count: most.toLocaleString("en-IN") })}
          </p>
          <LiveHint />
        </div>
      }
      empty={{
        title: say("center.files.empty"),
        action: (
          <ButtonLink tone="quiet" to="/tickets-center">
            {say("center.menu.tickets")}
          </ButtonLink>
        ),
      }}
    />
  );
}

export { ErrorBoundary } from "#app/ui/page-error.tsx";
