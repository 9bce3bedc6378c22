import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Badge } from "../base/chip.tsx";
import { Icon, type IconName } from "../base/icon.tsx";
import { LanguageSwitch } from "../base/language-switch.tsx";
import { Link, menuLink, topLink } from "../base/link.tsx";
import { Wordmark } from "../base/logo.tsx";
import { useSay } from "../base/say.tsx";
import { useSite } from "../base/site.ts";
import { PageToasts, ToastLayer } from "../feedback/toast.tsx";
import { Failures } from "./failures.tsx";
import { HelpLink, Skip } from "./frame.tsx";
import { InlineToast } from "./inline-toast.tsx";
import { LoadingLine } from "./loading-line.tsx";
import { HomeOf } from "./page-error.tsx";

export { PublicShell } from "./public-shell.tsx";

export type MenuItem = {
  to: string;
  label: string;
  icon?: IconName;
  /** A short count of what waits there. */
  badge?: string | undefined;
};

type ConsoleShellProps = {
  /** The name in the greeting: the center's, the onboarder's or the admin's. */
  who: string;
  /** Whose console it is, for what a tab keeps of its forms. */
  account: string;
  menu: readonly MenuItem[];
  /** The address the Logout form posts to, with `intent=logout`. */
  logout: string;
  /** Content under the name, such as the wallet's balance or the QR id. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A console: a drawer of 240 px with greeting and menu; on a phone it is folded behind the top bar. */
export function ConsoleShell({ who, account, menu, logout, aside, children }: ConsoleShellProps) {
  const say = useSay();
  const site = useSite();
  const { pathname } = useLocation();
  const waiting = waitingIn(menu);
  const inside = (
    <>
      <p className="px-3.5 text-sm text-soft">{say("shell.welcome")}</p>
      <p className="mb-4 px-3.5 font-bold">{who}</p>
      {aside && <div className="mb-4 px-3.5 text-sm">{aside}</div>}
      <nav aria-label={say("shell.menu")} className="flex flex-col gap-0.5">
        {menu.map(({ to, label, icon, badge }) => (
          <Link key={to} to={to} className={menuLink} aria-current={isHere(to, pathname) ? "page" : undefined}>
            {icon && <Icon name={icon} />}
            {label}
            {badge && <Badge className="ml-auto">{badge}</Badge>}
          </Link>
        ))}
      </nav>
      <div className="mt-4 flex flex-col gap-0.5 border-t border-line pt-4">
        <div className="min-[22rem]:max-md:hidden">
          <LanguageSwitch className={`cursor-pointer ${menuLink}`} />
        </div>
        <HelpLink />
        <form method="post" action={logout}>
          <button type="submit" name="intent" value="logout" className={`w-full cursor-pointer ${menuLink}`}>
            <Icon name="log-out" />
            {say("shell.logout")}
          </button>
        </form>
      </div>
    </>
  );
  return (
    <div className="md:grid md:min-h-dvh md:grid-cols-[240px_minmax(0,1fr)] print:block" data-who={account}>
      <Skip />
      <LoadingLine />
      <header className="border-line bg-white max-md:sticky max-md:top-0 max-md:z-20 max-md:border-b md:border-r">
        <div className="flex flex-wrap items-center justify-between gap-x-2 px-4 md:sticky md:top-0 md:block md:max-h-dvh md:overflow-y-auto md:px-3 md:py-5">
          <Link to={menu[0]?.to ?? "/"} className="flex min-h-14 items-center md:mb-6 md:min-h-0 md:px-3.5">
            <Wordmark name={site.name} size={32} />
          </Link>
          {/* Also outside the menu, for readers who cannot read the menu's language; the narrowest screens have no
              room. */}
          <div className={`ml-auto max-[22rem]:hidden md:hidden ${waiting ? "max-[26rem]:[&_svg]:hidden" : ""}`}>
            <LanguageSwitch className={`cursor-pointer ${topLink}`} />
          </div>
          <input type="checkbox" id="menu" className="peer sr-only md:hidden" data-enhance="drawer" />
          <label
            htmlFor="menu"
            className="flex min-h-11 cursor-pointer items-center gap-2 px-2 font-semibold peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-teal-700 md:hidden"
          >
            {/* A count stands in its place where there is room for one of them. */}
            <Icon name="menu" className={waiting && "max-[26rem]:hidden"} />
            {say("shell.menu")}
            {waiting && <Badge>{waiting}</Badge>}
          </label>
          <div className="hidden max-h-[calc(100dvh-4rem)] w-full overflow-y-auto pb-4 peer-checked:block md:block md:max-h-none md:pb-0">
            {inside}
          </div>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="min-w-0 px-4 py-5 outline-none md:px-8 md:py-7">
        <noscript>
          <InlineToast />
        </noscript>
        <HomeOf.Provider value={menu[0]?.to ?? "/"}>{children}</HomeOf.Provider>
        <PageToasts />
      </main>
      <ToastLayer />
      <Failures />
    </div>
  );
}

/** All that waits behind a folded menu, as one short count. */
export function waitingIn(menu: readonly Pick<MenuItem, "badge">[]): string | undefined {
  const counts = menu.flatMap(({ badge }) => badge ?? []);
  const sum = counts.reduce((all, count) => all + Number.parseInt(count, 10), 0);
  return sum === 0 ? undefined : `${sum}${counts.some((count) => count.endsWith("+")) ? "+" : ""}`;
}

/** Whether an entry is the current page; addresses match in any case. */
const isHere = (to: string, pathname: string) => to.toLowerCase() === pathname.toLowerCase().replace(/(?<=.)\/$/, "");
