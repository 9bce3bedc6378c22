import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { centerPage } from "#app/http/doors/page.server.ts";
import { placeFields } from "#app/parts/lists/place.ts";
import { Chip } from "#app/ui/base/chip.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Paging } from "#app/ui/list/list-page.tsx";
import { unlessUnreachable } from "#app/ui/shell/kept-open.ts";
import { showDateTime } from "#modules/kernel/clock.ts";
import { readInbox } from "#modules/notifications/index.ts";

export const handle = { title: "inbox.title" } satisfies Handle;

export const loader = centerPage({ query: z.object(placeFields) }, readInbox);

export const shouldRevalidate = unlessUnreachable;

/** What the house told a center, newest first. */
export default function Inbox() {
  const { rows, next, previous } = useLoaderData<typeof loader>();
  const say = useSay();
  const locale = useLocale();
  return (
    <>
      <h1 className="mb-4">{say("inbox.title")}</h1>
      {rows.length === 0 ? (
        <EmptyState icon="bell" title={say("inbox.none")}>
          <p className="text-soft">{say("inbox.noneHint")}</p>
        </EmptyState>
      ) : (
        <ul className="grid gap-3">
          {rows.map(({ id, at, title, description, isNew }) => (
            <li key={id} className="card">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <h2 className="text-lg">
                  {title} {isNew && <Chip tone="info">{say("inbox.new")}</Chip>}
                </h2>
                <time className="text-soft text-sm" dateTime={new Date(at).toISOString()}>
                  {showDateTime(at, locale)}
                </time>
              </div>
              <p className="whitespace-pre-line">{description}</p>
            </li>
          ))}
        </ul>
      )}
      <Paging next={next} previous={previous} />
    </>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
