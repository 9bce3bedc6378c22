import { publicPage } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { missing } from "#modules/kernel/errors.ts";

export const handle = { public: true, title: "error.notFound.title" } satisfies Handle;

/** Any other address: a friendly 404 in the reader's language. A file a person may not open is told here, too. */
export const loader = publicPage({ limit: reads.leads }, (_anyone, _query, { refused }): null => {
  throw refused ?? missing("error.notFound");
});

export default function MissingPage() {
  return null;
}
