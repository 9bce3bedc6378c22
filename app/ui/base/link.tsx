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
