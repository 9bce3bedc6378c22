import { ButtonLink } from "../base/button.tsx";
import { useQuery } from "../base/query.ts";
import { useSay } from "../base/say.tsx";

/** The cursors of the neighbouring pages; null where there is none. */
export type Pages = { next: string | null; previous: string | null };

/** Query parameters about the position in a list. */
export const places = ["after", "before", "refused"];

/** Links to the next, previous and first page. */
export function Paging({ next, previous }: Pages) {
  const say = useSay();
  const query = useQuery();
  const pageAddress = (place?: "after" | "before", cursor?: string) => {
    const other = new URLSearchParams(query);
    for (const name of places) other.delete(name);
    if (place && cursor) other.set(place, cursor);
    return `?${other}`;
  };
  const isPaged = places.some((name) => query.has(name));
  if (!next && !previous && !isPaged) return null;
  return (
    <nav aria-label={say("common.pages")} className="mt-5 flex flex-wrap justify-between gap-3">
      <span className="flex flex-wrap gap-3">
        {isPaged && (
          <ButtonLink tone="quiet" to={pageAddress()}>
            {say("list.first")}
          </ButtonLink>
        )}
        {previous && (
          <ButtonLink tone="quiet" to={pageAddress("before", previous)}>
            {say("list.previous")}
          </ButtonLink>
        )}
      </span>
      {next && (
        <ButtonLink tone="quiet" to={pageAddress("after", next)}>
          {say("list.next")}
        </ButtonLink>
      )}
    </nav>
  );
}
