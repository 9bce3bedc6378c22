import { useLocation, useNavigation } from "@remix-run/react";
import { createContext, Fragment, type ReactNode, useContext, useEffect, useState } from "react";
import { Icon, type IconName } from "../base/icon.tsx";
import { Mark } from "../base/logo.tsx";
import { nearLinks } from "../base/near.ts";
import { OnDesk } from "../base/on-desk.ts";
import { useSay } from "../base/say.tsx";
import { useSite } from "../base/site.ts";
import { PageToasts, ToastLayer } from "../feedback/toast.tsx";
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

const frame =
  "desk grid h-dvh grid-cols-[240px_minmax(0,1fr)] bg-white text-14 folded:grid-cols-[56px_minmax(0,1fr)] " +
  "phone:flex phone:h-auto phone:min-h-dvh phone:flex-col print:block print:h-auto print:overflow-visible";
const sandboxLine =
  "before:fixed before:inset-x-0 before:top-0 before:z-30 before:h-0.75 before:bg-marigold-400 before:content-['']";
const loadingLine =
  "fixed inset-x-0 top-0 z-40 h-0.5 animate-[desk-bar_1.1s_0.15s_infinite_linear] bg-[length:50%_100%] bg-no-repeat opacity-0 " +
  "bg-[linear-gradient(90deg,transparent,var(--color-teal-600)_30%_70%,transparent)] " +
  "motion-reduce:animate-none motion-reduce:bg-teal-600 motion-reduce:opacity-100";
/* In words, once it takes long enough to be read (R399). */
const loadingWord =
  "pointer-events-none fixed top-2 left-1/2 z-41 -translate-x-1/2 animate-[desk-loading_0.1s_0.3s_forwards] rounded-full " +
  "bg-teal-900 px-3 py-0.75 text-13 font-semibold text-white opacity-0";
const side =
  "flex min-h-0 flex-col border-r border-line bg-paper phone:fixed phone:inset-y-0 phone:left-0 phone:z-50 phone:hidden " +
  "phone:w-72 phone:shadow-lift phone:group-has-[#desk-drawer:checked]/desk:flex print:hidden";
const shade =
  "hidden phone:group-has-[#desk-drawer:checked]/desk:block phone:group-has-[#desk-drawer:checked]/desk:fixed phone:inset-0 " +
  "phone:z-45 phone:bg-teal-900/40";
/* The page: a line with its title, a line of filters; the foot never covers a row. Focused by the skip link, seen inside its edges. */
const work =
  "flex min-h-0 min-w-0 flex-col overflow-hidden focus-visible:rounded-none focus-visible:shadow-none " +
  "focus-visible:-outline-offset-3 phone:flex-1 phone:overflow-visible print:block print:h-auto print:overflow-visible";
const entry =
  "flex items-center gap-2.5 rounded-md hover:bg-sand folded:justify-center folded:px-0 phone:min-h-10 phone:text-[1rem] " +
  "aria-[current]:bg-teal-50 aria-[current]:font-semibold aria-[current]:text-teal-800 " +
  "aria-[current]:shadow-[inset_3px_0_0_var(--color-marigold-400)]";
const fold = "text-soft transition-transform group-open/pages:rotate-90 folded:hidden";
const head = `${entry} min-h-7.5 px-2 text-ink phone:px-2.5`;
const inGroup = `${entry} pl-8.5 pr-2 text-soft folded:hidden phone:pl-9 phone:pr-2.5`;

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
  // A form that adds is in the menu; the same form with something to edit in it is another page.
  const edits = new URLSearchParams(search).has("edit");
  const here = (to: string) => (!edits && to.toLowerCase() === pathname.toLowerCase() ? "page" : undefined);
  return (
    <Menu.Provider value={menu}>
      <div
        className={`group/desk ${frame}${site.sandbox ? ` ${sandboxLine}` : ""}`}
        data-folded={folded || undefined}
        data-who={account}
      >
        <Skip />
        {loading && (
          <div role="status" className="fixed" data-loading-bar>
            <div className={loadingLine} />
            <span className={loadingWord}>{say("desk.loading")}</span>
          </div>
        )}
        {/* biome-ignore lint/a11y/noLabelWithoutControl: a press beside the drawer closes it */}
        <label htmlFor="desk-drawer" className={shade} aria-hidden="true" />
        <nav className={side} aria-label={say("shell.menu")} {...nearLinks}>
          <div className="flex items-center gap-2.5 min-h-15 pt-0.75 pr-2.5 pl-4 folded:justify-center folded:px-0">
            <Mark size={30} />
            <a className="folded:hidden" href={menu[0]?.to ?? "/"}>
              <b className="block text-14 font-bold text-teal-900">
                {site.name}
                {site.sandbox && (
                  <span className="ml-1.25 py-px px-1.25 rounded-sm bg-marigold-100 text-[0.625rem]/4 font-semibold text-marigold-700 tracking-[0.04em]">
                    {say("desk.sandbox")}
                  </span>
                )}
              </b>
              <small className="block text-[0.6875rem]/4 text-soft" lang="hi">
                {site.tagline}
              </small>
            </a>
          </div>
          <div className="flex-1 py-1 px-2 overflow-y-auto [scrollbar-width:thin]" data-menu>
            {menu.map((group) =>
              group.pages ? (
                <details key={group.to} open className="group/pages">
                  <summary className={`${head} list-none [&::-webkit-details-marker]:hidden`} title={group.label}>
                    <Icon name={group.icon} className="text-soft" />
                    <span className="folded:hidden">{group.label}</span>
                    {group.waiting && <Waiting count={group.waiting} />}
                    <Icon name="chevron-right" className={group.waiting ? fold : `${fold} ml-auto`} />
                  </summary>
                  {group.pages.map(({ to, label, waiting, older }) => (
                    <Fragment key={to}>
                      <a href={to} className={`${inGroup} min-h-7.5`} aria-current={here(to)}>
                        {waiting ? `${label} ` : label}
                        {waiting && <Waiting count={waiting} />}
                      </a>
                      {older && (
                        <a href={older.to} className={`${inGroup} min-h-6 text-12`} data-older>
                          <span className="sr-only">{`${label}: `}</span>
                          {older.words}
                        </a>
                      )}
                    </Fragment>
                  ))}
                </details>
              ) : (
                <a key={group.to} href={group.to} className={head} aria-current={here(group.to)} title={group.label}>
                  <Icon name={group.icon} className="text-soft" />
                  <span className="folded:hidden">{group.label}</span>
                  {group.waiting && <Waiting count={group.waiting} />}
                </a>
              ),
            )}
          </div>
          <div className="flex items-center gap-2 min-h-13 py-1 pr-2.5 pl-4 border-t border-line folded:flex-col folded:justify-center folded:px-0">
            <span
              className="grid flex-none size-7 rounded-full bg-teal-100 text-12 font-semibold text-teal-800 place-items-center"
              aria-hidden="true"
            >
              {initials(who)}
            </span>
            <span className="flex-1 min-w-0 overflow-hidden text-13 font-semibold text-ellipsis whitespace-nowrap folded:hidden">
              {who}
              <small className="block font-normal text-soft">{role}</small>
            </span>
            <button
              type="button"
              className="d-btn d-btn-bare d-btn-icon phone:hidden"
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
        <main id="main" tabIndex={-1} className={work}>
          <input key={key} type="checkbox" id="desk-drawer" className="hidden" aria-label={say("shell.menu")} />
          <noscript>
            <InlineToast desk />
          </noscript>
          <OfflineLine shownAs={key} />
          <OnDesk.Provider value={true}>{children}</OnDesk.Provider>
          <KeysHelp />
          <PageToasts desk />
        </main>
        <ToastLayer desk />
      </div>
    </Menu.Provider>
  );
}

/** How many rows wait, at the end of an entry. */
const Waiting = ({ count }: { count: string }) => (
  <span className="ml-auto rounded-full bg-marigold-100 px-1.5 text-12 font-semibold text-marigold-700 tabular-nums folded:hidden">
    {count}
  </span>
);

const initials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map(([first]) => first?.toUpperCase() ?? "")
    .join("");
