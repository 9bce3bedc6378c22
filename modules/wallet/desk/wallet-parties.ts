import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { hasWords, nameHasWords } from "#modules/kernel/lists/search-names.server.ts";
import { searchableText } from "#modules/kernel/mask.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import { byShownName, nameFor, seesContacts } from "#modules/kernel/names.ts";
import { plainDigits } from "#modules/kernel/text/digits.ts";
import { payablePaise } from "../ledger/customer-balance.ts";
import { walletBalanceSql } from "../ledger/wallets.ts";
import type { WalletUserType } from "../manual/input.ts";
import { needMay } from "../policy.ts";
import { shownTo } from "./wallet-owners.ts";

/** How many parties a search shows. */
const most = 8;
/** How many are read of each kind of match: a name that its reader sees masked leaves one out. */
const read = 50;
/** How many of a party's newest requests are named. */
const mostRequests = 5;

/** The owner of the wallet of a wallet action: a technician, for the center's wallet (Q57), or a customer. */
export type WalletParty = {
  /** The technician's or customer's id. */
  id: string;
  name: string;
  /** A technician's ID and center; a customer's phone, masked for readers who may not see it. */
  detail: string;
  /** The wallet's balance now, in paise. */
  balancePaise: Paise;
  /** What of a customer's balance may be paid out now, in paise; null in lists and for technicians. */
  payablePaise: Paise | null;
};

type PartyRow = {
  id: string;
  name: string;
  code: string;
  centerId: string | null;
  center: string;
  balance: string | null;
};
type Wanted = { of: WalletUserType; find: string };

/**
 * The first parties found for a text: technicians by words of their name or their center's, or by their whole ID;
 * customers by words of their name, or by their whole mobile number. Of a name its reader sees masked the rest finds it.
 */
export async function findWalletParties(actor: Actor, { of, find }: Wanted): Promise<WalletParty[]> {
  needMay(actor, "seeParties");
  const candidates = of === "Technician" ? await techniciansFor(find) : await customersFor(find);
  const exact = codeIn(of, find);
  const fits = ({ name, code, center }: PartyRow) =>
    code === exact || hasWords(find, readable(actor, name)) || hasWords(find, readable(actor, center));
  const parties = candidates.filter(fits).map((each) => partyOf(actor, of, each));
  return byShownName(parties, ({ name }) => name).slice(0, most);
}

/**
 * Returns one party with the center of a technician and the numbers of its newest requests; undefined when there is
 * none.
 */
export async function walletParty(actor: Actor, of: WalletUserType, id: string) {
  needMay(actor, "seeParties");
  const party = await row<PartyRow>(sql`${of === "Technician" ? technicians : customers} and p.id = ${id}`);
  if (!party) return undefined;
  const whose =
    of === "Technician"
      ? sql`center_id = (select center_id from technicians where id = ${id})`
      : sql`phone = (select phone from consumers where id = ${id})`;
  const requests = await rows<{ number: string }>(
    sql`select ticket_id as number from tickets where ${whose} and deleted_at is null order by created_at desc limit ${sql.lit(mostRequests)}`,
  );
  const payable = of === "Consumer" ? await payablePaise(id) : null;
  return {
    ...partyOf(actor, of, party),
    payablePaise: payable,
    of,
    centerId: party.centerId,
    requests: requests.map(({ number }) => number),
  };
}

const technicians = sql`
  select p.id, p.name, p.technician_id as code, c.id as "centerId", c.center_name as center, ${walletBalanceSql(sql`c.id`)} as balance
    from technicians p join centers c on c.id = p.center_id where p.deleted_at is null`;

const customers = sql`
  select p.id, p.name, p.phone as code, null::uuid as "centerId", '' as center, a.balance_paise as balance
    from consumers p left join accounts a on a.kind = 'consumer_wallet' and a.consumer_id = p.id
    where p.erased_at is null`;

async function techniciansFor(find: string): Promise<PartyRow[]> {
  const named = nameHasWords(find, sql`name`);
  const ofCenter = nameHasWords(find, sql`center_name`);
  const ids = [
    sql`select id from technicians where technician_id = ${codeIn("Technician", find)}`,
    ...(named ? [sql`(select id from technicians where ${named} and deleted_at is null limit ${sql.lit(read)})`] : []),
    ...(ofCenter
      ? [
          sql`(select t.id from (select id from centers where ${ofCenter} limit ${sql.lit(read)}) c
             join technicians t on t.center_id = c.id where t.deleted_at is null limit ${sql.lit(read)})`,
        ]
      : []),
  ];
  return rows(sql`${technicians} and p.id in (${sql.join(ids, sql` union `)})`);
}

async function customersFor(find: string): Promise<PartyRow[]> {
  const named = nameHasWords(find, sql`name`);
  const ids = [
    sql`select id from consumers where phone = ${codeIn("Consumer", find)}`,
    ...(named ? [sql`(select id from consumers where ${named} and erased_at is null limit ${sql.lit(read)})`] : []),
  ];
  return rows(sql`${customers} and p.id in (${sql.join(ids, sql` union `)})`);
}

/** The whole ID or mobile number that a text may be. */
const codeIn = (of: WalletUserType, find: string) =>
  of === "Technician" ? find.trim().toUpperCase() : plainDigits(find).replace(/\D/g, "").slice(-10);

const readable = (actor: Actor, name: string) => (seesContacts(actor) ? name : searchableText(name));

const partyOf = (actor: Actor, of: WalletUserType, { id, name, code, center, balance }: PartyRow): WalletParty => {
  const shown = shownTo(actor, { name, phone: code });
  return {
    id,
    name: shown.name,
    balancePaise: toPaise(balance ?? "0"),
    payablePaise: null,
    detail: of === "Technician" ? `${code} · ${nameFor(actor, center)}` : shown.phone,
  };
};
