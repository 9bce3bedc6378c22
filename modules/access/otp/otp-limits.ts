import { day, minute, now, second } from "#modules/kernel/clock.ts";
import { countUse, countUseWithin, refuseUsedUp } from "#modules/kernel/db/limits.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { limited } from "#modules/kernel/errors.ts";
import { networkOf } from "#modules/kernel/network.ts";
import { loginPurposes, type OtpPurpose } from "./otp.entity.ts";
import { type Code, guessesADay, otpSpacingMs, stakeOfFresh, stakes } from "./otp-codes.ts";

/** How often one phone may get a message, over all purposes (R6, fixed point 20). */
const spacing = { within: otpSpacingMs, most: 1 };
const quarter = { within: 15 * minute, most: 3 };
export const messagesADay = 10;

/**
 * The part of a day's messages that is reserved: for the login of a phone with an account, which other purposes cannot
 * use up; and for a browser that verified the phone or was signed in with it, which strangers cannot use up.
 */
export const reservedMessages = { login: 3, known: 2 };

/** The kind of a request: its purpose, and whether its browser is known. */
export type Asking = { purpose: OtpPurpose; known: boolean };

const isLogin = ({ purpose }: { purpose: OtpPurpose }) => loginPurposes.includes(purpose);

/**
 * Refuse a phone with too many requests. Decided by the requests alone, which are stored alike for every phone; whether
 * a phone has an account only matters in `mayBeSent`, whose result no caller sees.
 */
export function refuseBusyPhone(codes: readonly Code[], asking: Asking) {
  const at = now().getTime();
  const recent = codes.filter(({ created_at }) => created_at.getTime() > at - day);
  const waits = windowsOf(recent, asking).flatMap(({ of, within, most }) => {
    const oldest = of[most - 1]?.created_at.getTime();
    return oldest !== undefined && oldest > at - within ? [{ left: oldest + within - at, within, most }] : [];
  });
  const [longest] = waits.toSorted((one, other) => other.left - one.left);
  if (!longest) return;
  const seconds = Math.ceil(longest.left / second);
  const quota = { name: "otp-phone", points: longest.most, seconds: longest.within / second };
  throw seconds <= 90
    ? limited("otp.wait", { seconds }, quota)
    : limited("otp.tooMany", { minutes: Math.ceil(seconds / 60), seconds }, quota);
}

function windowsOf(recent: readonly Code[], asking: Asking) {
  if (asking.known) {
    const own = recent.filter(({ known }) => known);
    // Unsent requests of strangers used up no message.
    const counted = recent.filter(({ known, sent }) => known || sent);
    return [
      { of: recent, ...spacing },
      { of: own, ...quarter },
      { of: counted, within: day, most: messagesADay },
    ];
  }
  const windows = [
    { of: recent, ...spacing },
    { of: recent, ...quarter },
  ];
  if (!isLogin(asking)) return [...windows, { of: recent, within: day, most: messagesADay }];
  // Requests for other purposes count only up to the number that could have been sent to a phone with an account.
  const most = messagesADay - reservedMessages.known;
  const others = new Set(recent.filter((code) => !isLogin(code) && !code.known).slice(most - reservedMessages.login));
  return [...windows, { of: recent.filter((code) => !others.has(code)), within: day, most }];
}

/**
 * Whether the day's messages and guesses leave one for this request, after those reserved for a phone with an account
 * or a verified browser. A request without one left gets the usual answer, but no message.
 */
export function mayBeSent(
  codes: readonly Code[],
  asking: Asking,
  { account, visited }: { account: boolean; visited: boolean },
): boolean {
  const at = now().getTime();
  const sent = codes.filter((code) => code.sent);
  const messages = sent.filter(({ created_at }) => created_at.getTime() > at - day).length;
  const forKnown = !asking.known && (account || visited) ? reservedMessages.known : 0;
  const forLogin = !asking.known && account && !isLogin(asking) ? reservedMessages.login : 0;
  const others = forKnown + forLogin;
  return messages < messagesADay - others && stakes(sent) + stakeOfFresh <= guessesADay - stakeOfFresh * others;
}

const hourSeconds = 3600;

/** A request; known browsers have budgets of their own, which strangers cannot use up. */
type OtpRequest = { phone: string; known: boolean };

/** Count a request against its network address, or a known browser's against its phone. */
export const countAddress = ({ phone, address, known }: OtpRequest & { address: string }) =>
  countUse(
    { name: "otp-address", points: env.otpLimitAddressHour, seconds: hourSeconds, onFailure: "closed" },
    known ? `known:${phone}` : networkOf(address),
  );

/** The budgets that limit the SMS bill: per number range, and in total. */
const budgetsOf = ({ phone, known }: OtpRequest) =>
  [
    [
      { name: "otp-prefix", points: env.otpLimitPrefixHour, seconds: hourSeconds, onFailure: "closed" },
      known ? `known:${phone.slice(0, 6)}` : phone.slice(0, 6),
    ],
    [
      { name: "otp-global", points: env.otpLimitGlobalHour, seconds: hourSeconds, onFailure: "closed" },
      known ? "known" : "all",
    ],
  ] as const;

/** Refuse, without counting, when the budget of the number range or the total one is used up. */
export async function refuseSpentBudget(request: OtpRequest) {
  for (const [limit, caller] of budgetsOf(request)) await refuseUsedUp(limit, caller);
}

/** Count a message in the transaction that creates it: a refusal or rollback uses up no budget. */
export async function countMessage(request: OtpRequest) {
  for (const [limit, caller] of budgetsOf(request)) await countUseWithin(limit, caller);
}

const guesses = () =>
  ({ name: "otp-guess", points: env.otpLimitAddressHour * 5, seconds: hourSeconds, onFailure: "closed" }) as const;

/**
 * Count a guess: against the network, five for each code the address may request; a nonce holder's against the code.
 */
export const countGuess = (by: string) => countUse(guesses(), by);

/** The same inside the transaction that makes the guess. */
export const countGuessWithin = (by: string) => countUseWithin(guesses(), by);
