import { useNavigate } from "@remix-run/react";
import type { MouseEvent, ReactNode } from "react";

type NearLinkProps = {
  to: string;
  className?: string;
  stay?: boolean;
  children: ReactNode;
  "aria-label"?: string;
  "aria-current"?: "page" | undefined;
};

/**
 * A link within the console among many: a plain one, followed by the list or menu it stands in (`useNearLinks`). Each of
 * the framework's own links works its address out for itself, and a page of them takes longer than all the rest of it.
 */
export function NearLink({ to, stay = false, children, ...same }: NearLinkProps) {
  return (
    <a href={to} data-near={stay ? "stay" : ""} {...same}>
      {children}
    </a>
  );
}

/** What a list or menu does with clicks on its near links: it goes there without loading the page anew. */
export function useNearLinks() {
  const navigate = useNavigate();
  return (event: MouseEvent<HTMLElement>) => {
    const link = (event.target as Element).closest<HTMLElement>("a[data-near]");
    const changed = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
    if (!link || event.defaultPrevented || event.button !== 0 || changed) return;
    event.preventDefault();
    navigate(link.getAttribute("href")!, { preventScrollReset: link.dataset.near === "stay" });
  };
}
