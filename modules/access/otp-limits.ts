import { day, minute, now, second } from "../kernel/clock.ts";
import { row } from "../kernel/db.server.ts";
import { env } from "../kernel/env.server.ts";
import { limited } from "../kernel/errors.ts";
import { countUse, countUseWithin, refuseUsedUp } from "../kernel/limits.server.ts";
import { networkOf } from "./network.ts";

/** How often one phone may ask, whatever for (fixed point 20): window in milliseconds → most requests in it. */
export const phoneLimits = [
  { within: 30 * second, most: 1 },
  { within: 15 * minute, most: 3 },
  { within: day, most: 10 },
] as const;

const hourSeconds = 3600;

/** Refuse a phone that asked too often; reads the rows of the last day, so it is exact under the phone's lock. */
export async function refuseBusyPhone(phone: string) {
  const at = now().getTime();
  const found = await row<{ times: number[] }>(
    `select coalesce(array_agg(extract(epoch from created_at)::float8 * 1000 order by created_at desc), '{}') as times
     from otps where phone = $1 and created_at > $2`,
    [phone, new Date(at - day)],
  );
  const times = found?.times ?? [];
  const waits = phoneLimits.flatMap(({ within, most }) => {
    const oldest = times[most - 1];
    return oldest !== undefined && oldest > at - within ? [oldest + within - at] : [];
  });
  if (waits.length === 0) return;
  const seconds = Math.ceil(Math.max(...waits) / second);
  throw seconds <= 90
    ? limited("otp.wait", { seconds })
    : limited("otp.tooMany", { minutes: Math.ceil(seconds / 60), seconds });
}

/** Count a request against its network address. */
export const countAddress = (address: string) =>
  countUse(
    { name: "otp-address", points: env.otpLimitAddressHour, seconds: hourSeconds, onFailure: "closed" },
    networkOf(address),
  );

/** The budgets that guard the SMS bill: of a number range, and of the house. */
const budgetsOf = (phone: string) =>
  [
    [
      { name: "otp-prefix", points: env.otpLimitPrefixHour, seconds: hourSeconds, onFailure: "closed" },
      phone.slice(0, 6),
    ],
    [{ name: "otp-global", points: env.otpLimitGlobalHour, seconds: hourSeconds, onFailure: "closed" }, "all"],
  ] as const;

/** Refuse, without counting, while the number range's or the house's budget is used up. */
export async function refuseSpentBudget(phone: string) {
  for (const [limit, caller] of budgetsOf(phone)) await refuseUsedUp(limit, caller);
}

/** Count a message in the transaction that makes it: what is refused or rolled back uses nobody's budget up. */
export async function countMessage(phone: string) {
  for (const [limit, caller] of budgetsOf(phone)) await countUseWithin(limit, caller);
}

const guesses = () =>
  ({ name: "otp-guess", points: env.otpLimitAddressHour * 5, seconds: hourSeconds, onFailure: "closed" }) as const;

/** Count a guess against its network address: five for each code the address may ask for. */
export const countGuess = (address: string) => countUse(guesses(), networkOf(address));

/** The same in the transaction that makes the guess. */
export const countGuessWithin = (address: string) => countUseWithin(guesses(), networkOf(address));
