import { useMatches } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Handle } from "#app/ui/base/handle.ts";
import type { IconName } from "#app/ui/base/icon.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import type { PaletteSearch } from "#app/ui/frame/find.ts";
import type { DeskGroup, DeskPage } from "#app/ui/frame/menu.ts";
import { PageBody } from "#app/ui/frame/page-body.tsx";
import { DeskShell } from "#app/ui/frame/shell.tsx";
import { DeskTop } from "#app/ui/frame/top.tsx";
import { olderInWords } from "#app/ui/list/counts.ts";
import { ListHead } from "#app/ui/shell/list-head.tsx";
import { AroundError, HomeOf } from "#app/ui/shell/page-error.tsx";
import { type Actor, can, isClient } from "#modules/kernel/actor.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import type { framed } from "./framed.server.ts";
import {
  accessPages,
  addClientPage,
  approvalsPage,
  b2bPages,
  casesPage,
  centerPages,
  clientPages,
  clientsPage,
  consumerPage,
  contentPages,
  fullMenu,
  type MenuPage,
  notificationPage,
  onboarderPage,
  requestPages,
  technicianPage,
  uploadsPage,
  walletPages,
} from "./menu-pages.ts";

type Framed = Awaited<ReturnType<typeof framed>>;

/** The admin console's frame; its menu holds the screens this admin may open. */
export function AdminFrame({ admin, children }: { admin: Framed; children: ReactNode }) {
  const say = useSay();
  const menu = useMenu(admin);
  const fills = useMatches().some(({ handle }) => (handle as Handle | undefined)?.fills);
  return (
    <DeskShell
      who={admin.name}
      account={admin.account}
      role={say(`desk.role.${admin.role}`)}
      menu={menu}
      search={usePaletteSearch(menu)}
      logout="/admin-logout"
    >
      <HomeOf.Provider value="/admin-dashboard">
        {fills ? (
          <AroundError.Provider value={BelowTop}>
            <ListHead.Provider value={DeskTop}>{children}</ListHead.Provider>
          </AroundError.Provider>
        ) : (
          <BelowTop>{children}</BelowTop>
        )}
      </HomeOf.Provider>
    </DeskShell>
  );
}

/** A page below the console's own head, which on a phone has the button of the menu. */
const BelowTop = ({ children }: { children: ReactNode }) => (
  <>
    <DeskTop />
    <PageBody>{children}</PageBody>
  </>
);

/** What the console's search finds: whoever has a list of requests in the menu may search them. */
function usePaletteSearch(menu: readonly DeskGroup[]): PaletteSearch | undefined {
  const say = useSay();
  const pages = menu.flatMap((group) => group.pages ?? [group]);
  if (!pages.some(({ to }) => to === "/Tickets" || to === "/b2b-ticket")) return undefined;
  return {
    from: "/requests/find",
    groups: [
      { name: "requests", title: say("common.requests"), icon: "ticket" },
      { name: "centers", title: say("common.centers"), icon: "house" },
      { name: "technicians", title: say("common.technicians"), icon: "wrench" },
    ],
    all: { to: "/Tickets?search={text}&days=all", words: say("find.all") },
    hint: say("find.hint"),
  };
}

function useMenu(admin: Framed): DeskGroup[] {
  const say = useSay();
  const security: DeskGroup = { to: "/admin-security", label: say("security.title"), icon: "shield-check" };
  // While a required second factor is missing, only its set-up is open.
  if (admin.mustSetUp) return [security];
  const asker = { kind: "admin", adminId: "", sessionId: "", ...admin } satisfies Actor;
  const shown = (pages: readonly MenuPage[]) =>
    pages
      .filter((page) => can(asker, page.can))
      .map(({ to, label }): DeskPage => {
        const { [to]: rows } = admin.older;
        const older = rows && { to: `${to}?to=${rows.lastDay}`, words: olderInWords(rows, say) };
        return { to, label: say(label), waiting: admin.waiting[to], older };
      });
  const group = (to: string, label: MessageKey, icon: IconName, pages: readonly MenuPage[]): DeskGroup[] => {
    const open = shown(pages);
    return open.length > 0 ? [{ to, label: say(label), icon, pages: open }] : [];
  };
  /** An entry outside the groups. */
  const alone = (page: MenuPage, icon: IconName): DeskGroup[] => shown([page]).map((open) => ({ ...open, icon }));
  const home = isClient(asker) ? "/client-dashboard" : "/Home";
  return [
    { to: home, label: say("common.home"), icon: "house" },
    // R332: without view_admin_bar an admin has the menu of a client.
    ...(can(asker, fullMenu.can)
      ? [
          ...(admin.role === "SUPER_ADMIN"
            ? [{ to: "/admin-dashboard", label: say("service.category"), icon: "wrench" } as const]
            : []),
          ...alone(notificationPage, "bell"),
          ...group("#centers", "common.centers", "map-pin", centerPages),
          ...group("#request", "common.request", "ticket", requestPages),
          ...group("#b2b", "lists.b2b", "users", [
            ...(can(asker, clientsPage.can) ? [] : [addClientPage]),
            ...b2bPages,
          ]),
          ...alone(technicianPage, "hammer"),
          ...group("#access", "desk.menu.access", "user", accessPages),
          ...alone(consumerPage, "users"),
          ...alone(onboarderPage, "user"),
          ...shown(walletPages).map((page): DeskGroup => ({ ...page, icon: "wallet" })),
          ...group("#content", "content.menu", "star", contentPages),
          ...(admin.role === "SUPER_ADMIN"
            ? [{ to: "/clock", label: say("common.scheduledTasks"), icon: "clock" } as const]
            : []),
        ]
      : shown(clientPages).map(
          (page): DeskGroup => ({
            ...page,
            icon: page.to === "/wallet-client" ? "wallet" : "ticket",
          }),
        )),
    ...alone(approvalsPage, "wallet"),
    ...(isClient(asker) ? [] : alone(casesPage, "message-circle")),
    ...alone(uploadsPage, "file-text"),
    { to: "/admin-exports", label: say("common.preparedFiles"), icon: "download" },
    security,
  ];
}
