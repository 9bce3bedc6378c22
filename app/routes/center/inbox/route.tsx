import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { centerPage } from "#app/http/doors/page.server.ts";
import { placeFields } from "#app/parts/lists/place.ts";
import { InboxList } from "#app/parts/notifications/inbox-list.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { readInbox } from "#modules/notifications/index.ts";

export const handle = { title: "inbox.title" } satisfies Handle;

export const loader = centerPage({ can: "desk", query: z.object(placeFields) }, readInbox);

/** What the house told a center, newest first. */
export default function Inbox() {
  const page = useLoaderData<typeof loader>();
  const say = useSay();
  return (
    <>
      <h1 className="mb-4">{say("inbox.title")}</h1>
      <InboxList page={page} hint="inbox.noneHint" />
    </>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
