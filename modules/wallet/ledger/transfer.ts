import { sql } from "kysely";
import { type Actor, actorId } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { row, transaction } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { conflict } from "#modules/kernel/errors.ts";
import type { Paise } from "#modules/kernel/money.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { salesAccounts, salesMoved } from "../events.ts";
import type { TransferKind } from "../shared.ts";
import type { AccountKind } from "./ledger.entity.ts";
import { lockConsumerWallets, lockWallets, type WalletOwner } from "./wallets.ts";

/** One of the operator's own accounts, or the wallet of a center or customer. */
export type AccountRef = Exclude<AccountKind, "center_wallet" | "consumer_wallet"> | WalletOwner;

/** One side of a transfer: the amount added to an account (negative: taken from it) in paise. */
export type EntryInput = { account: AccountRef; amountPaise: Paise };

export type TransferInput = {
  kind: TransferKind;
  /** The id of the cause; there is at most one transfer per kind and cause. */
  cause: string;
  entries: readonly EntryInput[];
  ticketId?: string | null;
  orderId?: string | null;
  actor: Actor;
  note?: string;
};

/** The two entries that move an amount from one account to another. */
export const entriesBetween = (amountPaise: Paise, from: AccountRef, to: AccountRef): EntryInput[] => [
  { account: from, amountPaise: -amountPaise as Paise },
  { account: to, amountPaise },
];

/**
 * Move money: one append-only transfer whose entries sum to zero (R8). Idempotent by kind and cause: a repeat moves nothing
 * and `fresh` is false. A wallet that would fall below zero is conflict("wallet.short"), except for a penalty (Q57);
 * the surrounding transaction must then roll back.
 */
export const transfer = (input: TransferInput): Promise<{ transferId: string; fresh: boolean }> =>
  transaction(async () => {
    if (input.entries.reduce((sum, entry) => sum + entry.amountPaise, 0) !== 0)
      throw new Error(`the entries of ${input.kind} ${input.cause} do not sum to zero`);
    // Wallets are always locked before causes: a transaction that waits for a cause then holds no wallet its owner needs,
    // so that there is no deadlock.
    const owners = input.entries.flatMap(({ account }) => (typeof account === "string" ? [] : [account]));
    const wallets = [
      ...(await lockWallets(owners.flatMap((owner) => ("centerId" in owner ? [owner.centerId] : [])))),
      ...(await lockConsumerWallets(owners.flatMap((owner) => ("consumerId" in owner ? [owner.consumerId] : [])))),
    ];
    const made = await write(input, new Map(wallets.map(({ ownerId, accountId }) => [ownerId, accountId])));
    if (!made) return { transferId: await earlier(input), fresh: false };
    await tellOfSales(made.id, input);
    return { transferId: made.id, fresh: true };
  });

/** Emit `salesMoved` for each account of the operator's sales that a new transfer moved. */
async function tellOfSales(transferId: string, { entries, ticketId, orderId }: TransferInput) {
  const owner = entries.map(({ account }) => account).find((account) => typeof account !== "string");
  const centerId = owner && "centerId" in owner ? owner.centerId : null;
  for (const { account: named, amountPaise } of entries) {
    const account = salesAccounts.find((name) => name === named);
    if (account)
      await emit(salesMoved, {
        transferId,
        account,
        amountPaise,
        ticketId: ticketId ?? null,
        orderId: orderId ?? null,
        centerId,
      });
  }
}

/** Returns the transfer of a kind and cause, if there is one. */
export const transferOf = (kind: TransferKind, cause: string) =>
  row<{ id: string }>(sql`select id from transfers where kind = ${kind} and cause = ${cause}`);

let lastId = "";
/**
 * An id above all earlier ones of this process: a wallet's movements of one millisecond, such as what was added and its
 * bonus, are listed in the order in which they happened.
 */
function laterId(): string {
  const next = rowId();
  lastId = next > lastId ? next : following(lastId);
  return lastId;
}

const following = (id: string) =>
  (BigInt(`0x${id.replaceAll("-", "")}`) + 1n)
    .toString(16)
    .padStart(32, "0")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

/** Inserts the transfer with its entries in one statement; inserts nothing when the cause already has its transfer. */
async function write(input: TransferInput, wallets: ReadonlyMap<string, string>) {
  const { entries } = input;
  try {
    const at = now();
    return await row<{ id: string }>(
      sql`with made as (
         insert into transfers (id, kind, cause, ticket_id, order_id, note, actor, created_at)
         values (${laterId()}, ${input.kind}, ${input.cause}, ${input.ticketId ?? null}, ${input.orderId ?? null}, ${input.note ?? null}, ${signature(input.actor)}, ${at}) on conflict (kind, cause) do nothing returning id
       )
       insert into entries (id, transfer_id, account_id, amount_paise, created_at)
       select entry.id, made.id, coalesce(
         entry.wallet_id, (select a.id from accounts a where a.kind = entry.house and a.center_id is null and a.consumer_id is null)
       ), entry.amount, ${at}
       from made, unnest(${entries.map(() => laterId())}::uuid[], ${entries.map(({ account }) => (typeof account === "string" ? null : wallets.get(ownerOf(account))))}::uuid[], ${entries.map(({ account }) => (typeof account === "string" ? account : null))}::text[], ${entries.map(({ amountPaise }) => amountPaise)}::bigint[]) as entry (id, wallet_id, house, amount)
       returning transfer_id as id`,
    );
  } catch (error) {
    if (sqlState(error) === belowItsFloor) throw conflict("wallet.short");
    throw error;
  }
}

const ownerOf = (owner: WalletOwner) => ("centerId" in owner ? owner.centerId : owner.consumerId);

/**
 * Returns the earlier transfer of the same cause; throws when its amounts differ, because ignoring that would lose
 * money.
 */
async function earlier(input: TransferInput) {
  const existing = await row<{ id: string; moved: string }>(
    sql`select t.id, sum(abs(e.amount_paise)) as moved from transfers t join entries e on e.transfer_id = t.id
     where t.kind = ${input.kind} and t.cause = ${input.cause} group by t.id`,
  );
  const requested = input.entries.reduce((sum, entry) => sum + Math.abs(entry.amountPaise), 0);
  if (!existing || Number(existing.moved) !== requested)
    throw new Error(`${input.kind} ${input.cause} was asked again with another amount`);
  return existing.id;
}

const signature = (actor: Actor) =>
  actor.kind === "system" ? `system:${actor.name}` : [actor.kind, actorId(actor)].filter(Boolean).join(":");

/** Raised by the database when a wallet would fall below zero. */
const belowItsFloor = "GS001";

function sqlState(error: unknown): string | undefined {
  const { code, cause } = error as { code?: string; cause?: unknown };
  return code ?? (cause ? sqlState(cause) : undefined);
}
