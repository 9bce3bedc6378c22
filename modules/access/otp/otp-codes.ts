import { sql } from "kysely";
import { day, fromNow, minute, now, second } from "#modules/kernel/clock.ts";
import { networkOf } from "#modules/kernel/network.ts";
import type { OtpPurpose } from "./otp.entity.ts";

/** How long a code is valid, and how many tries its requester has. */
export const otpLifeMs = 5 * minute;
export const otpTries = 5;
/** How long a phone waits for another message. */
export const otpSpacingMs = 30 * second;

/** The most guesses at one phone's codes within any 24 hours, from all callers and for all purposes. */
export const guessesADay = 50;
/** Limits within that: tries without a nonce plus reserved ones, and tries without a nonce from other networks. */
const looseADay = 20;
const elsewhereADay = 10;

/** One of a phone's codes, with the columns its limits need. */
export type Code = {
  id: string;
  purpose: OtpPurpose;
  code_hash: string;
  nonce_hash: string | null;
  address: string | null;
  sent: boolean;
  known: boolean;
  tries: number;
  loose_tries: Record<string, number>;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
};

/**
 * The codes that count for a day, the latest first. Reaches back one lifetime more, because a code can be guessed at
 * until it expires.
 */
export const codesOf = (phone: string) => sql<Code>`
  select id, purpose, code_hash, nonce_hash, address, sent, known, tries, loose_tries, created_at, expires_at, used_at
  from otps where phone = ${phone} and created_at > ${fromNow(-day - otpLifeMs)}
  order by created_at desc, id desc`;

/** Serialises requests and guesses for one phone. */
export const lockOf = (phone: string) => sql`select pg_advisory_xact_lock(hashtextextended(${`otp:${phone}`}, 0))`;

const isOpen = (code: Code) => !code.used_at && code.expires_at > now() && code.tries < otpTries;
const homeOf = ({ address }: Code) => (address === null ? undefined : networkOf(address));

function looseOf(code: Code) {
  const home = code.loose_tries[homeOf(code) ?? ""] ?? 0;
  const all = Object.values(code.loose_tries).reduce((sum, tries) => sum + tries, 0);
  return { home, elsewhere: all - home };
}

/**
 * How many of the day's guesses a code takes: those made, and while it is open those still reserved. Reserved are all
 * tries of the nonce's holder, and one for the network that requested the code.
 */
function stakeOf(code: Code) {
  const { home, elsewhere } = looseOf(code);
  return isOpen(code) ? otpTries + Math.max(1, home) + elsewhere : code.tries + home + elsewhere;
}
export const stakeOfFresh = otpTries + 1;
export const stakes = (codes: readonly Code[]) => codes.reduce((sum, code) => sum + stakeOf(code), 0);

/** A code that may be guessed at now; `network` is absent when the holder of its nonce guesses. */
export type Aim = { code: Code; network?: string };
type By = { purpose: OtpPurpose; nonces: readonly string[]; network: string };

/**
 * The code a guess applies to, if a guess is allowed. With a nonce it is the latest code of the nonces sent, using that
 * code's own tries. Without one it is the latest code this network requested or, if there is none or its tries are used
 * up, the latest of all: five tries per network, and in total few enough to keep the tries reserved for nonce holders.
 */
export function aimOf(recent: readonly Code[], { purpose, nonces, network }: By): Aim | undefined {
  const ofPurpose = recent.filter((code) => code.purpose === purpose);
  const [held] = heldOf(recent, { purpose, nonces });
  if (held) return isOpen(held) ? { code: held } : undefined;
  const open = ofPurpose.filter(isOpen);
  const candidates = [open.find((one) => homeOf(one) === network), open[0]].filter((code) => code !== undefined);
  const code = candidates.find((one) => mayGuess(recent, one, network));
  return code && { code, network };
}

/** The codes of these nonces for a purpose, the latest first: a browser's own. */
const heldOf = (recent: readonly Code[], { purpose, nonces }: Pick<By, "purpose" | "nonces">) =>
  recent.filter((code) => code.purpose === purpose && code.nonce_hash !== null && nonces.includes(code.nonce_hash));

/** Why the code a browser holds is of no use any more, whatever is typed. */
export type Spent = "used" | "locked" | "expired";

/**
 * What became of the latest code a browser holds; undefined while it may be guessed at, and for a browser that holds
 * none. Decided without `sent`: of a phone that gets no message the same is told.
 */
export function spentOf(recent: readonly Code[], by: Pick<By, "purpose" | "nonces">): Spent | undefined {
  const [held] = heldOf(recent, by);
  if (!held || isOpen(held)) return undefined;
  if (held.used_at) return "used";
  return held.tries >= otpTries ? "locked" : "expired";
}

/** The code a browser held before its latest one, while its own tries last. */
export const replacedOf = (recent: readonly Code[], by: Pick<By, "purpose" | "nonces">): Code | undefined =>
  heldOf(recent, by).slice(1).find(isOpen);

/** Whether a browser holds a code that may be entered, and the seconds until it may ask for another. */
export function heldState(recent: readonly Code[], by: Pick<By, "purpose" | "nonces">) {
  const [held] = heldOf(recent, by);
  const own = recent.find(({ nonce_hash }) => nonce_hash !== null && by.nonces.includes(nonce_hash));
  const left = own ? own.created_at.getTime() + otpSpacingMs - now().getTime() : 0;
  return { open: held !== undefined && isOpen(held), waitSeconds: Math.max(0, Math.ceil(left / second)) };
}

/** Counts unsent codes like sent ones, so that the number of accepted guesses reveals nothing about a phone. */
function mayGuess(recent: readonly Code[], code: Code, network: string) {
  const before = code.loose_tries[network] ?? 0;
  const atHome = homeOf(code) === network;
  if (before + (atHome ? code.tries : 0) >= otpTries) return false;
  if (atHome && before === 0) return true;
  if (!atHome && recent.reduce((sum, one) => sum + looseOf(one).elsewhere, 0) >= elsewhereADay) return false;
  return stakes(recent) < looseADay;
}
