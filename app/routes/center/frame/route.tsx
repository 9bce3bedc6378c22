import type { LinksFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { centerPage } from "#app/http/doors/page.server.ts";
import { DisabledNote } from "#app/parts/centers/disabled-note.tsx";
import center from "#app/styles/center.css?url";
import type { Handle } from "#app/ui/base/handle.ts";
import { type Say, useSay } from "#app/ui/base/say.tsx";
import { LiveNews } from "#app/ui/shell/live.tsx";
import { ConsoleShell, type MenuItem } from "#app/ui/shell/shell.tsx";
import { isDesk } from "#modules/kernel/actor.ts";
import { rupees } from "#modules/kernel/money.ts";
import { countUnread } from "#modules/notifications/index.ts";
import { centerFrame, offersCountedUpTo } from "#modules/tickets/index.ts";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: center }];
export const handle = {
  ownStyles: true,
  // New requests are noticed in another tab, too.
  count: ({ offers }: { offers?: string }) => offers,
} satisfies Handle;

export const loader = centerPage({ can: "desk" }, async (actor, _input, door) => {
  const { offers, balancePaise, ...frame } = await door.once("frame", () => centerFrame(actor));
  const unread = await countUnread(actor);
  return {
    ...frame,
    // The wallet, technicians' data and papers are the owner's.
    owner: !isDesk(actor),
    balancePaise: isDesk(actor) ? null : balancePaise,
    account: actor.centerId,
    unread: unread > 0 ? String(unread) : undefined,
    offers: offers === 0 ? undefined : offers < offersCountedUpTo ? String(offers) : `${offersCountedUpTo - 1}+`,
  };
});

/** A driver drives alone; the pages stay where they are for one who does not. */
const technicians = (say: Say): MenuItem[] => [
  { to: "/Technicians", label: say("common.technicians"), icon: "users" },
  { to: "/AddTechnician", label: say("center.menu.addTechnician"), icon: "user" },
];

/** What the people of its desk do not see. */
const ofOwner = (say: Say): MenuItem[] => [
  { to: "/center-logins", label: say("deskLogin.title"), icon: "users" },
  { to: "/center-documents", label: say("document.own"), icon: "file-text" },
  { to: "/payments", label: say("common.payments"), icon: "wallet" },
];

/**
 * The center console's frame: the 240 px drawer with 'Welcome' and the center's name (R132, R133), with live updates. A
 * driver's begins with his day sheet.
 */
export default function CenterLayout() {
  const { account, owner, name, qrId, drives, balancePaise, offers, unread, notice } = useLoaderData<typeof loader>();
  const say = useSay();
  const menu: MenuItem[] = [
    ...(drives ? [{ to: "/rides", label: say("ride.sheet"), icon: "truck" as const }] : []),
    { to: "/center-dashboard", label: say("center.menu.dashboard"), icon: "house" },
    { to: "/brodcast-requests", label: say("center.menu.newTickets"), icon: "bell", badge: offers },
    ...(drives ? [] : [{ to: "/day", label: say("day.title"), icon: "calendar-clock" as const }]),
    { to: "/tickets-center", label: say("center.menu.tickets"), icon: "ticket" },
    { to: "/ticket-created-by-you", label: say("center.menu.created"), icon: "list" },
    { to: "/AddTicket", label: say("center.menu.addTicket"), icon: "plus" },
    ...(drives || !owner ? [] : technicians(say)),
    { to: "/center-hours", label: say("hours.title"), icon: "clock" },
    { to: "/inbox", label: say("inbox.title"), icon: "message-circle", badge: unread },
    ...(owner ? ofOwner(say) : []),
  ];
  const aside = (
    <>
      <span hidden data-enhance="new-offers" data-count={offers ?? "0"} />
      {qrId && (
        <p>
          <span className="block">{say("center.qr", { qrId })}</span>
          <a className="link inline-flex min-h-11 items-center md:min-h-0" href="/qr-poster?size=A4" download>
            {say("poster.label")}
          </a>
        </p>
      )}
      {balancePaise !== null && <p>{say("center.walletBalance", { amount: rupees(balancePaise) })}</p>}
    </>
  );
  return (
    <LiveNews path="/live/center">
      <ConsoleShell who={name} account={account} menu={menu} logout="/logout" aside={aside}>
        {notice && <DisabledNote notice={notice} />}
        <Outlet />
      </ConsoleShell>
    </LiveNews>
  );
}
