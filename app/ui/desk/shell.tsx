import { useLocation, useNavigation } from "@remix-run/react";
import { createContext, Fragment, type ReactNode, useContext, useEffect, useState } from "react";
import { useStableFocus } from "../base/focus.ts";
import { Icon, type IconName } from "../base/icon.tsx";
import { Mark } from "../base/logo.tsx";
import { nearLinks } from "../base/near.ts";
import { OnDesk } from "../base/on-desk.ts";
import { useSay } from "../base/say.tsx";
import { useSite } from "../base/site.ts";
import { ConsoleToaster } from "../feedback/toast.tsx";
import { Skip } from "../shell/frame.tsx";
import { InlineToast } from "../shell/inline-toast.tsx";
import { isTyping } from "./keys.ts";
import { KeysHelp } from "./keys-help.tsx";
import { OfflineLine } from "./offline-line.tsx";

export type DeskPage = {
  to: string;
  label: string;
  /** How many rows wait there. */
  waiting?: string | undefined;
  /** The rows before the list's default range: the address that shows them, and how many in words. */
  older?: { to: string; words: string } | undefined;
};
export type DeskGroup = DeskPage & { icon: IconName; pages?: readonly DeskPage[] };

const Menu = createContext<readonly DeskGroup[]>([]);

/** The pages of this console, for search and shortcuts. */
export const useDeskPages = (): DeskPage[] => useContext(Menu).flatMap((group) => [...(group.pages ?? [group])]);

type DeskShellProps = {
  who: string;
  /** Whose console it is, for what a tab keeps of its forms. */
  account: string;
  /** The role's name. */
  role: string;
  menu: readonly DeskGroup[];
  /** The address the Logout form posts to, with `intent=logout`. */
  logout: string;
  children: ReactNode;
};

const foldedName = "desk-folded";

/**
 * The admin console's frame: a menu of 240 px (R342) with foldable groups, and the page beside it. The menu folds to icons
 * (`[`), which this browser remembers; on a phone it is a drawer. `f` opens the control marked `data-find`, `?` shows
 * all keys.
 */
export function DeskShell({ who, account, role, menu, logout, children }: DeskShellProps) {
  const say = useSay();
  const site = useSite();
  const { key, pathname, search } = useLocation();
  const loading = useNavigation().state !== "idle";
  const [folded, setFolded] = useState(false);
  useEffect(() => setFolded(localStorage.getItem(foldedName) === "1"), []);
  useEffect(() => {
    localStorage.setItem(foldedName, folded ? "1" : "0");
  }, [folded]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTyping(event)) return;
      if (event.key === "[") setFolded((is) => !is);
      if (event.key !== "f") return;
      const find = document.querySelector<HTMLElement>("[data-find]");
      if (!find) return;
      event.preventDefault();
      find.click();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  useStableFocus(key);
  // A form that adds is in the menu; the same form with something to edit in it is another page.
  const edits = new URLSearchParams(search).has("edit");
  const here = (to: string) => (!edits && to.toLowerCase() === pathname.toLowerCase() ? "page" : undefined);
  return (
    <Menu.Provider value={menu}>
      <div className={`desk${site.sandbox ? " desk-sandbox" : ""}${folded ? " desk-folded" : ""}`} data-who={account}>
        <Skip />
        {loading && (
          <div role="status">
            <div className="desk-bar" />
            <span className="desk-loading">{say("desk.loading")}</span>
          </div>
        )}
        {/* biome-ignore lint/a11y/noLabelWithoutControl: a press beside the drawer closes it */}
        <label htmlFor="desk-drawer" className="desk-shade" aria-hidden="true" />
        <nav className="desk-side" aria-label={say("shell.menu")} {...nearLinks}>
          <div className="desk-brand">
            <Mark size={30} />
            <a href={menu[0]?.to ?? "/"}>
              <b>
                {site.name}
                {site.sandbox && <span className="desk-env">{say("desk.sandbox")}</span>}
              </b>
              <small lang="hi">{site.tagline}</small>
            </a>
          </div>
          <div className="desk-menu">
            {menu.map((group) =>
              group.pages ? (
                <details key={group.to} open>
                  <summary title={group.label}>
                    <Icon name={group.icon} />
                    <span className="word">{group.label}</span>
                    {group.waiting && <span className="waiting">{group.waiting}</span>}
                    <Icon name="chevron-right" className="fold" />
                  </summary>
                  {group.pages.map(({ to, label, waiting, older }) => (
                    <Fragment key={to}>
                      <a href={to} aria-current={here(to)}>
                        {waiting ? `${label} ` : label}
                        {waiting && <span className="waiting">{waiting}</span>}
                      </a>
                      {older && (
                        <a href={older.to} className="older">
                          <span className="sr-only">{`${label}: `}</span>
                          {older.words}
                        </a>
                      )}
                    </Fragment>
                  ))}
                </details>
              ) : (
                <a key={group.to} href={group.to} aria-current={here(group.to)} title={group.label}>
                  <Icon name={group.icon} />
                  <span className="word">{group.label}</span>
                  {group.waiting && <span className="waiting">{group.waiting}</span>}
                </a>
              ),
            )}
          </div>
          <div className="desk-me">
            <span className="desk-face" aria-hidden="true">
              {initials(who)}
            </span>
            <span className="who">
              {who}
              <small className="block font-normal text-soft">{role}</small>
            </span>
            <button
              type="button"
              className="d-btn d-btn-bare d-btn-icon desk-fold"
              aria-pressed={folded}
              aria-label={say(folded ? "desk.unfold" : "common.foldTheMenu")}
              title={`${say(folded ? "desk.unfold" : "common.foldTheMenu")}  [`}
              onClick={() => setFolded(!folded)}
            >
              <Icon name="panel-left" />
            </button>
            <form method="post" action={logout}>
              <button
                type="submit"
                name="intent"
                value="logout"
                className="d-btn d-btn-bare d-btn-icon"
                aria-label={say("shell.logout")}
                title={say("shell.logout")}
              >
                <Icon name="log-out" />
              </button>
            </form>
          </div>
        </nav>
        <main id="main" tabIndex={-1} className="desk-work">
          <input key={key} type="checkbox" id="desk-drawer" className="desk-drawer" aria-label={say("shell.menu")} />
          <noscript>
            <InlineToast desk />
          </noscript>
          <OfflineLine shownAs={key} />
          <OnDesk.Provider value={true}>{children}</OnDesk.Provider>
          <KeysHelp />
          <ConsoleToaster desk />
        </main>
      </div>
    </Menu.Provider>
  );
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map(([first]) => first?.toUpperCase() ?? "")
    .join("");
