import { olderDays, olderOf, usualDays } from "#app/parts/lists/desk-list.server.ts";
import type { Older } from "#app/ui/list/counts.ts";
import { mustSetUp } from "#modules/access/index.ts";
import { may as mayInCenters, openAppeals } from "#modules/centers/index.ts";
import { type ActorOf, isClient } from "#modules/kernel/actor.ts";
import { maySeeList } from "#modules/kernel/lists/list.server.ts";
import {
  casesToDecide,
  centerRequestsList,
  heldFeesToDecide,
  may as mayInTickets,
  noServiceList,
  pendingList,
} from "#modules/tickets/index.ts";
import { adjustmentsToDecide, may as mayInWallet } from "#modules/wallet/index.ts";

/** The data of the signed-in admin that the console's frame needs. */
export const framed = async (admin: ActorOf<"admin">) => {
  const { adminId: account, name, role, permissions } = admin;
  const closed = mustSetUp(admin);
  const numbers = closed ? { waiting: {}, older: {} } : await waitingCounts(admin);
  return { account, name, role, permissions, mustSetUp: closed, ...numbers };
};

const lists = {
  "/pending-ticket": pendingList,
  "/noService-ticket": noServiceList,
  "/center-ticket": centerRequestsList,
} as const;

/** The centers that asked for another look; without an entry in the menu. */
export const appealsPage = "/admin-centers?appeal=open";

type WaitingCounts = {
  waiting: Record<string, string>;
  older: Record<string, Older>;
};

/**
 * The numbers beside entries of the menu, by their address: how many rows the list behind one has when it is opened from
 * there, how many came before its default range, and how many refunds, penalties, objections and held fees this admin may
 * decide on, and how many cases wait.
 */
export async function waitingCounts(admin: ActorOf<"admin">): Promise<WaitingCounts> {
  const seen = isClient(admin) ? [] : Object.entries(lists).filter(([, list]) => maySeeList(admin, list));
  const counts = seen.map(async ([path, list]) => [path, (await list.count!(admin, usualDays())).n] as const);
  const olderCounts = seen.map(async ([path, list]) => [path, olderOf(await list.count!(admin, olderDays()))] as const);
  const toDecide = mayInWallet(admin, "adjust")
    ? (await adjustmentsToDecide(admin)) + (await heldFeesToDecide(admin))
    : 0;
  const appeals = mayInCenters(admin, "keepCenter") && mayInCenters(admin, "seeCenters");
  const counted = [
    ...(await Promise.all(counts)),
    ["/wallet-approvals", toDecide] as const,
    ["/cases", mayInTickets(admin, "seeCases") ? await casesToDecide(admin) : 0] as const,
    [appealsPage, appeals ? await openAppeals(admin) : 0] as const,
  ];
  const older = await Promise.all(olderCounts);
  return {
    waiting: Object.fromEntries(
      counted.filter(([, n]) => n > 0).map(([path, n]) => [path, n > 99 ? "99+" : String(n)]),
    ),
    older: Object.fromEntries(older.flatMap(([path, rows]) => (rows ? [[path, rows]] : []))),
  };
}
