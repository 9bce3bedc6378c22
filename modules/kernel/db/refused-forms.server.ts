import { sql } from "kysely";
import { fromNow, minute, now } from "../clock.ts";
import { hashToken, hmac, randomToken, seal, unseal } from "../crypto.server.ts";
import { networkOf } from "../network.ts";
import { asyncCommitPool } from "./db.server.ts";
import { queryOn, type Sql } from "./sql.ts";

/*
 * The input of a refused form until its page is shown again. A row is found by the reference in the page's
 * address together with the secret of the browser that sent the form; neither is stored in the table.
 */

/** How long a refused form can be shown again. */
export const refusedLifeMs = 30 * minute;

/**
 * How many refused forms are kept per browser and network; above that the oldest are deleted. Many people share a
 * carrier's network, hence the higher number.
 */
export const mostRefused = { browser: 20, network: 500 };

/** The largest input kept, in bytes: a post of the blog with the longest content fits in. */
export const longestRefused = 72 * 1024;

/** How many expired rows of other browsers one insert deletes. */
const sweptAtOnce = 50;

type Sender = {
  /** The secret that identifies the browser. */
  browser: string;
  /** Its network address. */
  address: string;
};

/** Rows to delete; those that others have locked are skipped. */
const unlocked = (which: Sql) =>
  sql`select id from (select id from refused_forms where ${which} for update skip locked) as found`;

/**
 * Keep a text for the browser that sent it and return the reference to find it by. The same statement deletes expired
 * and surplus rows.
 */
export async function storeRefused({ browser, address }: Sender, text: string): Promise<string> {
  const reference = randomToken(12);
  const browserHash = hashToken(browser);
  const network = hmac("refused form", networkOf(address));
  const at = now();
  await queryOn(
    asyncCommitPool(),
    sql`with old as (
      ${unlocked(sql`expires_at <= ${at} limit ${sql.lit(sweptAtOnce)}`)}
      union all ${unlocked(sql`browser = ${browserHash} order by created_at desc offset ${sql.lit(mostRefused.browser - 1)}`)}
      union all ${unlocked(sql`network = ${network} order by created_at desc offset ${sql.lit(mostRefused.network - 1)}`)}
    ), swept as (delete from refused_forms where id in (select id from old))
    insert into refused_forms (id, browser, network, body, created_at, expires_at)
    values (${idOf(browser, reference)}, ${browserHash}, ${network}, ${seal(text)}, ${at}, ${fromNow(refusedLifeMs)})`,
  );
  return reference;
}

/** The text kept under a reference; undefined if it is unknown, expired or another browser's. */
export async function findRefused(browser: string, reference: string): Promise<string | undefined> {
  const { rows } = await queryOn<{ body: string }>(
    asyncCommitPool(),
    sql`select body from refused_forms where id = ${idOf(browser, reference)} and expires_at > ${now()}`,
  );
  return rows[0] && unseal(rows[0].body);
}

/** Delete what was kept under a reference, once its form has succeeded. */
export const forgetRefused = (browser: string, reference: string) =>
  queryOn(asyncCommitPool(), sql`delete from refused_forms where id = ${idOf(browser, reference)}`);

const idOf = (browser: string, reference: string) => hashToken([browser, reference].join("\n"));
