import { useLocation } from "@remix-run/react";
import { Fragment, type ReactNode } from "react";
import { Icon } from "../base/icon.tsx";
import { Mark } from "../base/logo.tsx";
import { nearLinks } from "../base/near.ts";
import { OnDesk } from "../base/on-desk.ts";
import { useSay } from "../base/say.tsx";
import { useSite } from "../base/site.ts";
import { PageToasts, ToastLayer } from "../feedback/toast.tsx";
import { Failures } from "../shell/failures.tsx";
import { Skip } from "../shell/frame.tsx";
import { InlineToast } from "../shell/inline-toast.tsx";
import { LoadingLine } from "../shell/loading-line.tsx";
import type { PaletteSearch } from "./find.ts";
import { KeysHelp } from "./keys-help.tsx";
import type { DeskGroup } from "./menu.ts";
import { OfflineLine } from "./offline-line.tsx";
import { PageBody } from "./page-body.tsx";
import { Palette } from "./palette.tsx";
import { DeskTop } from "./top.tsx";

type DeskShellProps = {
  who: string;
  /** Whose console it is, for what a tab keeps of its forms. */
  account: string;
  /** The role's name. */
  role: string;
  menu: readonly DeskGroup[];
  /** What search and jump finds besides pages; without it, pages alone. */
  search: PaletteSearch | undefined;
  /** The address the Logout form posts to, with `intent=logout`. */
  logout: string;
  children: ReactNode;
};

const frame =
  "desk grid h-dvh grid-cols-[240px_minmax(0,1fr)] bg-white text-14 folded:grid-cols-[56px_minmax(0,1fr)] " +
  "phone:flex phone:h-auto phone:min-h-dvh phone:flex-col print:block print:h-auto print:overflow-visible";
const sandboxLine =
  "before:fixed before:inset-x-0 before:top-0 before:z-30 before:h-0.75 before:bg-marigold-400 before:content-['']";
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
 * (`[`), which this browser remembers; on a phone it is a drawer. Its island answers its keys.
 */
export function DeskShell({ who, account, role, menu, search: paletteSearch, logout, children }: DeskShellProps) {
  const say = useSay();
  const site = useSite();
  const { folded } = site;
  const { pathname, search } = useLocation();
  // A form that adds is in the menu; the same form with something to edit in it is another page.
  const edits = new URLSearchParams(search).has("edit");
  const here = (to: string) => (!edits && to.toLowerCase() === pathname.toLowerCase() ? "page" : undefined);
  return (
    <div
      className={`group/desk ${frame}${site.sandbox ? ` ${sandboxLine}` : ""}`}
      data-enhance="desk"
      data-folded={folded ? "" : undefined}
      data-who={account}
    >
      <Skip />
      <LoadingLine />
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
                  {group.waiting && <WaitingCount count={group.waiting} />}
                  <Icon name="chevron-right" className={group.waiting ? fold : `${fold} ml-auto`} />
                </summary>
                {group.pages.map(({ to, label, waiting, older }) => (
                  <Fragment key={to}>
                    <a href={to} className={`${inGroup} min-h-7.5`} aria-current={here(to)} data-page={label}>
                      {waiting ? `${label} ` : label}
                      {waiting && <WaitingCount count={waiting} />}
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
              <a
                key={group.to}
                href={group.to}
                className={head}
                aria-current={here(group.to)}
                title={group.label}
                data-page={group.label}
              >
                <Icon name={group.icon} className="text-soft" />
                <span className="folded:hidden">{group.label}</span>
                {group.waiting && <WaitingCount count={group.waiting} />}
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
            data-fold={say("common.foldTheMenu")}
            data-unfold={say("desk.unfold")}
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
        <DrawerBox />
        <noscript>
          <InlineToast desk />
        </noscript>
        <OfflineLine />
        <OnDesk.Provider value={true}>{children}</OnDesk.Provider>
        <PageToasts desk />
      </main>
      <KeysHelp />
      <Palette search={paletteSearch} />
      <ToastLayer desk />
      <Failures around={(page) => <UnreachedPage>{page}</UnreachedPage>} />
    </div>
  );
}

/** Opens the menu on a phone. */
function DrawerBox() {
  const say = useSay();
  return (
    <input type="checkbox" id="desk-drawer" className="hidden" aria-label={say("shell.menu")} data-enhance="drawer" />
  );
}

/** What stands in the main part in place of a page that was not reached. */
const UnreachedPage = ({ children }: { children: ReactNode }) => (
  <>
    <DrawerBox />
    <OfflineLine />
    <DeskTop />
    <PageBody>{children}</PageBody>
  </>
);

/** How many rows wait, at the end of an entry. */
const WaitingCount = ({ count }: { count: string }) => (
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
