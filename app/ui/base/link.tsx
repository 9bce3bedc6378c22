import type { ComponentPropsWithoutRef } from "react";
import { nearness } from "./near.ts";

type LinkProps = Omit<ComponentPropsWithoutRef<"a">, "href"> & {
  /** A whole address of this site, never relative to a route. */
  to: string;
  /** Whether the page stays scrolled as it is. */
  preventScrollReset?: boolean;
  /** Whether the browser loads the document anew. */
  reloadDocument?: boolean;
};

/** A link to a page of this site, which a console opens without loading the document anew. */
export const Link = ({ to, preventScrollReset, reloadDocument, ...anchor }: LinkProps) => (
  <a {...anchor} href={to} {...(!reloadDocument && nearness(preventScrollReset))} />
);

/** The look of an entry of a menu. */
export const menuLink =
  "flex min-h-11 items-center gap-3 rounded-md px-3.5 py-2 font-medium hover:bg-sand aria-[current=page]:bg-teal-50 aria-[current=page]:font-[650] aria-[current=page]:text-teal-800 aria-[current=page]:shadow-[inset_3px_0_0_var(--color-marigold-400)]";

/** The same in the bar at the top of a page, where there is little room. */
export const topLink =
  "flex min-h-11 items-center gap-1.5 rounded-md px-2 py-2 text-[0.9375rem] font-medium hover:bg-sand max-[22rem]:px-1";
