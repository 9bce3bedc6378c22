import { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import { refundableOf, soldTo } from "#app/parts/centers/centers-desk.server.ts";
import { settingsOf } from "#app/parts/lists/desk-settings.server.ts";
import { daysShown, tabFields, tabView } from "#app/parts/lists/list-view.server.ts";
import { getCenter } from "#modules/centers/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { env } from "#modules/kernel/env.server.ts";
import { nameFor } from "#modules/kernel/names.ts";
import { id, lenient, optionalText } from "#modules/kernel/validation.ts";
import {
  findWalletParties,
  type GroupedWallet,
  type ManualTransaction,
  manualGroups,
  manualTransactionsList,
  may,
  type WalletTransaction,
  walletCentersList,
  walletConsumersList,
  walletOwner,
  walletParty,
  walletTransactionsList,
} from "#modules/wallet/index.ts";
import { walletUserTypes } from "#modules/wallet/shared.ts";
import { walletTabs } from "./words.ts";

const Tab = z.enum(walletTabs);

export const WalletQuery = z.object({
  ...tabFields,
  tab: lenient(Tab),
  /** The center or customer whose transactions are open. */
  owner: lenient(id),
  userType: lenient(z.enum(walletUserTypes)),
  /** The one table of manual transactions that is shown whole. */
  table: lenient(z.enum(manualGroups)),
  act: lenient(z.enum(["initiate", "subscribe", "refundSubscription"])),
  /** The center whose subscription is entered or refunded. */
  center: lenient(id),
  /** Whose wallet the action is about: the user type, what was typed to find the party, and the one chosen. */
  of: lenient(z.enum(walletUserTypes)),
  find: lenient(optionalText(60)),
  who: lenient(id),
});
type Query = z.output<typeof WalletQuery>;

const groupExtra = ({ name }: GroupedWallet) => ({ name });
export type GroupExtra = ReturnType<typeof groupExtra>;
const lineExtra = ({ number, ticketId, amountPaise }: WalletTransaction) => ({ number, ticketId, amountPaise });
export type LineExtra = ReturnType<typeof lineExtra>;
const manualExtra = ({ number, ticketId, kind, objection }: ManualTransaction) => ({
  number,
  ticketId,
  kind,
  objection,
});
export type ManualExtra = ReturnType<typeof manualExtra>;

/** One tab of the wallet history, the last chosen one where the address names none, with what is open in it. */
export async function walletView(admin: ActorOf<"admin">, query: Query, door: Door) {
  const { take, filters } = settingsOf("wallet", [], query, door, { filters: { tab: query.tab } });
  const tab = Tab.catch("center").parse(filters.tab);
  const mayAct = may(admin, "adjust");
  return {
    tab,
    ...daysShown(query),
    mayAct,
    did: query.did,
    userType: query.userType ?? null,
    dialog: query.act === "initiate" && mayAct ? await actionDialog(admin, query) : null,
    subscribing: query.act === "subscribe" && query.center && mayAct ? await subscribing(admin, query.center) : null,
    refunding:
      query.act === "refundSubscription" && query.center && mayAct ? await refunding(admin, query.center) : null,
    shown: await shownIn(tab, admin, { ...query, take }, door),
  };
}
export type WalletView = Awaited<ReturnType<typeof walletView>>;

async function shownIn(
  tab: (typeof walletTabs)[number],
  admin: ActorOf<"admin">,
  query: Omit<Query, "take"> & { take: number },
  door: Door,
) {
  const reader = { admin, door };
  if (tab === "manual") {
    const { userType, table } = query;
    const groups = table ? [table] : manualGroups;
    // Both tables together begin with their newest rows; one alone is paged.
    const place = table ? query : { ...query, after: undefined, before: undefined };
    const tables = await Promise.all(
      groups.map(async (group) => ({
        group,
        ...(await tabView(manualTransactionsList, { group, userType }, place, reader, manualExtra)),
      })),
    );
    return { is: "manual" as const, alone: Boolean(table), tables };
  }
  const owner = query.owner && (await walletOwner(admin, tab, query.owner));
  if (query.owner && owner) {
    const narrowed = { wallets: tab, owner: query.owner };
    const table = await tabView(walletTransactionsList, narrowed, query, reader, lineExtra);
    return { is: "owner" as const, owner, ownerId: query.owner, table };
  }
  const list = tab === "center" ? walletCentersList : walletConsumersList;
  return { is: "groups" as const, table: await tabView(list, {}, query, reader, groupExtra) };
}

/** The dialog of a wallet action: the parties found for what was typed, or the one that was chosen. */
async function actionDialog(admin: ActorOf<"admin">, { of, find, who }: Query) {
  const party = of && who ? await walletParty(admin, of, who) : undefined;
  return {
    secondAbovePaise: env.secondAdminAboveRupees * 100,
    of: of ?? null,
    find: find ?? "",
    party: party ?? null,
    parties: of && find ? await findWalletParties(admin, { of, find }) : null,
  };
}
export type ActionDialog = Awaited<ReturnType<typeof actionDialog>>;

/** What is sold to the center whose subscription is entered. */
const subscribing = async (admin: ActorOf<"admin">, centerId: string) => {
  const { centerName } = await getCenter(centerId);
  return { center: { id: centerId, name: nameFor(admin, centerName) }, subscription: await soldTo(admin, centerId) };
};

/** What may be refunded to the center whose subscription is refunded. */
const refunding = async (admin: ActorOf<"admin">, centerId: string) => {
  const { centerName } = await getCenter(centerId);
  return {
    center: { id: centerId, name: nameFor(admin, centerName) },
    refundable: await refundableOf(admin, centerId),
  };
};
