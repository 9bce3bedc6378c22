import { ButtonLink } from "../base/button.tsx";
import { useQuery } from "../base/query.ts";
import { useSay } from "../base/say.tsx";
import { useListAddress } from "./use-list-address.ts";

/** The cursors of the neighbouring pages; null where there is none. */
export type Pages = { next: string | null; previous: string | null };

/** Links to the next, previous and first page. */
export function Paging({ next, previous }: Pages) {
  const say = useSay();
  const to = useListAddress();
  const query = useQuery();
  const isPaged = query.has("after") || query.has("before");
  if (!next && !previous && !isPaged) return null;
  return (
    <nav aria-label={say("common.pages")} className="mt-5 flex flex-wrap justify-between gap-3">
      <span className="flex flex-wrap gap-3">
        {isPaged && (
          <ButtonLink tone="quiet" to={to({})}>
            {say("list.first")}
          </ButtonLink>
        )}
        {previous && (
          <ButtonLink tone="quiet" to={to({ before: previous })}>
            {say("list.previous")}
          </ButtonLink>
        )}
      </span>
      {next && (
        <ButtonLink tone="quiet" to={to({ after: next })}>
          {say("list.next")}
        </ButtonLink>
      )}
    </nav>
  );
}
