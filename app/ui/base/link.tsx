import { useNavigate } from "@remix-run/react";
import { type ComponentPropsWithoutRef, forwardRef, type MouseEvent, useContext } from "react";
import { DialogPlace } from "./dialog-place.ts";

type LinkProps = Omit<ComponentPropsWithoutRef<"a">, "href"> & {
  /** A whole address of this site, never relative to a route. */
  to: string;
  /** Whether the page stays scrolled as it is. */
  preventScrollReset?: boolean;
  /** Whether the browser loads the document anew. */
  reloadDocument?: boolean;
};

/**
 * A link to a page of this site, opened without loading the document anew. Remix's own resolves each address three times
 * against the routes, which none of ours needs: a list has 70 links, and they were a tenth of its page's work.
 */
export const Link = forwardRef<HTMLAnchorElement, LinkProps>(function Link(
  { to, preventScrollReset, reloadDocument, onClick, ...anchor },
  ref,
) {
  const navigate = useNavigate();
  const closing = useContext(DialogPlace) === to;
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (reloadDocument || event.defaultPrevented || opensElsewhere(event, anchor.target)) return;
    event.preventDefault();
    const { pathname, search, hash } = window.location;
    navigate(to, { replace: closing || to === pathname + search + hash, preventScrollReset });
  };
  return <a {...anchor} ref={ref} href={to} onClick={press} />;
});

/** Whether the browser itself answers the press: with another button, in a new tab or window, as a download. */
const opensElsewhere = (event: MouseEvent, target: string | undefined) =>
  event.button !== 0 ||
  (target !== undefined && target !== "_self") ||
  event.metaKey ||
  event.altKey ||
  event.ctrlKey ||
  event.shiftKey;
