import { fromNow, minute, now } from "../clock.ts";
import { hashToken, hmac, randomToken, seal, unseal } from "../crypto.server.ts";
import { networkOf } from "../network.ts";
import { asyncCommitPool } from "./db.server.ts";

/*
 * Keeps the input of a refused form until its page is shown again. A row is found by the reference in the page's
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

/** Inserts a row and, in the same statement, deletes expired and surplus rows; rows locked by others are skipped. */
const locked = (which: string) =>
  `select id from (select id from refused_forms where ${which} for update skip locked) as found`;
const keep = `
  with old as (
    ${locked(`expires_at <= $5 limit ${sweptAtOnce}`)}
    union all ${locked("browser = $2 order by created_at desc offset $7")}
    union all ${locked("network = $3 order by created_at desc offset $8")}
  ), swept as (delete from refused_forms where id in (select id from old))
  insert into refused_forms (id, browser, network, body, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)`;

/** Keep a text for the browser that sent it and return the reference to find it by. */
export async function keepRefused({ browser, address }: Sender, text: string): Promise<string> {
  const reference = randomToken(12);
  await asyncCommitPool().query(keep, [
    idOf(browser, reference),
    hashToken(browser),
    hmac("refused form", networkOf(address)),
    seal(text),
    now(),
    fromNow(refusedLifeMs),
    mostRefused.browser - 1,
    mostRefused.network - 1,
  ]);
  return reference;
}

/** The text kept under a reference; undefined if it is unknown, expired or another browser's. */
export async function findRefused(browser: string, reference: string): Promise<string | undefined> {
  const sql = "select body from refused_forms where id = $1 and expires_at > $2";
  const { rows } = await asyncCommitPool().query<{ body: string }>(sql, [idOf(browser, reference), now()]);
  return rows[0] && unseal(rows[0].body);
}

/** Delete what was kept under a reference, once its form has succeeded. */
export const forgetRefused = (browser: string, reference: string) =>
  asyncCommitPool().query("delete from refused_forms where id = $1", [idOf(browser, reference)]);

const idOf = (browser: string, reference: string) => hashToken([browser, reference].join("\n"));
