import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "../base/icon.tsx";
import { LanguageSwitch } from "../base/language-switch.tsx";
import { Link } from "../base/link.tsx";
import { useSay } from "../base/say.tsx";
import { Palette } from "./palette.tsx";

export type View = {
  to: string;
  label: string;
  count?: string | undefined;
  current: boolean;
  /** Set for a view that others see too: the text of its icon. */
  shared?: string | undefined;
};

type DeskTopProps = {
  title?: string;
  /** The number of rows, and its text for screen readers. */
  count?: { text: string; label: string };
  views?: readonly View[];
  /** The address of the dialog that saves the list's current state as a view. */
  addView?: string;
  children?: ReactNode;
};

/** The top line of a page: title, count and views on the left, search and language on the right. */
export function DeskTop({ title, count, views, addView, children }: DeskTopProps) {
  const say = useSay();
  const tabs = useRef<HTMLElement>(null);
  const current = views?.find((view) => view.current)?.to;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view is another tab to scroll to
  useEffect(() => {
    tabs.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [current]);
  return (
    <header className="desk-top">
      <label htmlFor="desk-drawer" className="d-btn d-btn-bare d-btn-icon desk-burger">
        <Icon name="menu" label={say("shell.menu")} />
      </label>
      {title && <h1>{title}</h1>}
      {count && (
        <span className="desk-count" title={count.label}>
          {count.text}
        </span>
      )}
      {views && views.length > 0 && (
        <nav ref={tabs} className="desk-views" aria-label={say("desk.views")}>
          {views.map(({ to, label, count: inView, current, shared }) => (
            <Link key={to} to={to} aria-current={current ? "page" : undefined}>
              {label} {inView && <span>{inView}</span>}
              {shared && <Icon name="users" label={shared} />}
            </Link>
          ))}
          {addView && (
            <Link to={addView} preventScrollReset aria-label={say("desk.views.add")} title={say("desk.views.add")}>
              <Icon name="plus" />
            </Link>
          )}
        </nav>
      )}
      {children}
      <Palette />
      <LanguageSwitch className="d-btn d-btn-bare" />
    </header>
  );
}
