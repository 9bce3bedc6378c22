import { usualDays } from "#app/parts/desk-list/desk-list.server.ts";
import { mustSetUp } from "#modules/access/index.ts";
import { openAppeals } from "#modules/centers/index.ts";
import { type ActorOf, can, isClient } from "#modules/kernel/actor.ts";
import { centerRequestsList, noServiceList, pendingList } from "#modules/tickets/index.ts";
import { adjustmentsToDecide } from "#modules/wallet/index.ts";

/** The data of the signed-in admin that the console's frame needs. */
export const framed = async (admin: ActorOf<"admin">) => {
  const { adminId: account, name, role, permissions } = admin;
  const closed = mustSetUp(admin);
  return { account, name, role, permissions, mustSetUp: closed, waiting: closed ? {} : await waitingFor(admin) };
};

const lists = {
  "/pending-ticket": pendingList,
  "/noService-ticket": noServiceList,
  "/center-ticket": centerRequestsList,
} as const;

/** The centers that asked for another look; without an entry in the menu. */
export const appealsPage = "/admin-centers?appeal=open";

/**
 * The numbers beside entries of the menu, by their address: how many rows the list behind one has when it is opened from
 * there, and how many refunds, penalties and objections this admin may decide on.
 */
export async function waitingFor(admin: ActorOf<"admin">): Promise<Record<string, string>> {
  const asked = Object.entries(lists)
    .filter(([, list]) => !isClient(admin) && can(admin, list.can!))
    .map(async ([path, list]) => [path, (await list.count!(admin, usualDays())).n] as const);
  const toDecide = can(admin, "adjust_wallet") ? await adjustmentsToDecide(admin) : 0;
  const appeals = can(admin, "update_center.full_access") && can(admin, "view_center_details.full_access");
  const counted = [
    ...(await Promise.all(asked)),
    ["/wallet-approvals", toDecide] as const,
    [appealsPage, appeals ? await openAppeals(admin) : 0] as const,
  ];
  return Object.fromEntries(counted.filter(([, n]) => n > 0).map(([path, n]) => [path, n > 99 ? "99+" : String(n)]));
}
