import { Form, Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { type Actor, can, type Permission } from "#modules/kernel/actor.ts";
import { HelpLink, LanguageSwitch, Skip } from "./frame.tsx";
import { Icon, type IconName } from "./icon.tsx";
import { InlineToast } from "./inline-toast.tsx";
import { Wordmark } from "./logo.tsx";
import { NearLink, useNearLinks } from "./near-link.tsx";
import { useSay } from "./say.tsx";
import { useSite } from "./site.ts";
import { ConsoleToaster } from "./toast.tsx";

export { PublicShell } from "./public-shell.tsx";

export type MenuItem = {
  to: string;
  label: string;
  icon?: IconName;
  can?: Permission;
  /** How much waits there, in few signs. */
  badge?: string | undefined;
};

type ConsoleShellProps = {
  /** The greeting's name: the center's, the onboarder's or the admin's. */
  who: string;
  menu: readonly MenuItem[];
  /** Where the Logout form is posted, with `intent=logout`. */
  logout: string;
  /** Shown under the name, such as the wallet's balance or the QR id. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A console: a drawer of 240 px with greeting and menu, folded into the top bar on a phone. */
export function ConsoleShell({ who, menu, logout, aside, children }: ConsoleShellProps) {
  const say = useSay();
  const site = useSite();
  const { key, pathname } = useLocation();
  const follow = useNearLinks();
  const inside = (
    <>
      <p className="px-3.5 text-sm text-soft">{say("shell.welcome")}</p>
      <p className="mb-4 px-3.5 font-bold">{who}</p>
      {aside && <div className="mb-4 px-3.5 text-sm">{aside}</div>}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key that opens a link clicks it */}
      <nav aria-label={say("shell.menu")} className="flex flex-col gap-0.5" onClick={follow}>
        {menu.map(({ to, label, icon, badge }) => (
          <NearLink key={to} to={to} className="menu-link" aria-current={isHere(to, pathname) ? "page" : undefined}>
            {icon && <Icon name={icon} />}
            {label}
            {badge && <span className="badge">{badge}</span>}
          </NearLink>
        ))}
      </nav>
      <div className="mt-4 flex flex-col gap-0.5 border-t border-line pt-4">
        <Form method="post" action={logout} reloadDocument>
          <button type="submit" name="intent" value="logout" className="menu-link w-full cursor-pointer">
            <Icon name="log-out" />
            {say("shell.logout")}
          </button>
        </Form>
        <HelpLink />
        <LanguageSwitch />
      </div>
    </>
  );
  return (
    <div className="md:grid md:min-h-dvh md:grid-cols-[240px_minmax(0,1fr)] print:block">
      <Skip />
      <header className="border-line bg-white max-md:sticky max-md:top-0 max-md:z-20 max-md:border-b md:border-r">
        <details key={key} className="group px-4 md:hidden">
          <summary className="flex min-h-14 list-none items-center justify-between gap-2">
            <Wordmark name={site.name} size={32} />
            <span className="flex min-h-11 items-center gap-2 font-semibold">
              <Icon name="menu" className="group-open:hidden" />
              <Icon name="x" className="hidden group-open:block" />
              {say("shell.menu")}
            </span>
          </summary>
          <div className="max-h-[calc(100dvh-4rem)] overflow-y-auto pb-4">{inside}</div>
        </details>
        <div className="sticky top-0 hidden max-h-dvh overflow-y-auto px-3 py-5 md:block">
          <Link to={menu[0]?.to ?? "/"} className="mb-6 flex px-3.5">
            <Wordmark name={site.name} size={32} />
          </Link>
          {inside}
        </div>
      </header>
      <main id="main" tabIndex={-1} className="min-w-0 px-4 py-5 outline-none md:px-8 md:py-7">
        <noscript>
          <InlineToast />
        </noscript>
        {children}
        <ConsoleToaster />
      </main>
    </div>
  );
}

/** Addresses are matched in any case. */
const isHere = (to: string, pathname: string) => to.toLowerCase() === pathname.toLowerCase().replace(/(?<=.)\/$/, "");

type AdminShellProps = Omit<ConsoleShellProps, "menu" | "who" | "logout"> & {
  admin: { name: string; role: "SUPER_ADMIN" | "CLIENT" | "ROLE"; permissions: readonly Permission[] };
  menu: readonly MenuItem[];
};

/** The admin console: the same shell, with the entries this admin's permissions show. */
export function AdminShell({ admin, menu, ...rest }: AdminShellProps) {
  const asker = { kind: "admin", adminId: "", sessionId: "", ...admin } satisfies Actor;
  const shown = menu.filter((item) => !item.can || can(asker, item.can));
  return <ConsoleShell who={admin.name} menu={shown} logout="/admin-logout" {...rest} />;
}
