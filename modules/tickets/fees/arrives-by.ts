import { day, istDate } from "#modules/kernel/clock.ts";

/** How many days a bank works on a card's or an account's refund, at most. */
const bankDays = 7;

/** By when money that is sent back is on the account: seven days of the banks later, Monday to Friday; holidays count as other days. */
export function arrivesBy(sentAt: Date): Date {
  let at = sentAt;
  for (let left = bankDays; left > 0; ) {
    at = new Date(at.getTime() + day);
    const weekday = new Date(`${istDate(at)}T00:00:00Z`).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return at;
}
