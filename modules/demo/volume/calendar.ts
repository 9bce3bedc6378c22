import { day, fromIst, hour, istDate } from "#modules/kernel/clock.ts";

/** How a day fills up: the cumulative share of its requests by hour (IST). */
const filled = [
  [0, 0],
  [8, 0.03],
  [12, 0.4],
  [16, 0.62],
  [20, 0.92],
  [24, 1],
] as const;

function along(value: number, from: 0 | 1, to: 0 | 1): number {
  for (let index = 1; index < filled.length; index++) {
    const left = filled[index - 1]!;
    const right = filled[index]!;
    if (value > right[from]) continue;
    return left[to] + ((value - left[from]) / (right[from] - left[from])) * (right[to] - left[to]);
  }
  return filled.at(-1)![to];
}

const days = 730;
/** Below 1 the number of requests grows over time: the second year has more than the first. */
const growth = 0.8;

/** The two years before `until`: maps a share of all requests (0 to 1, rising) to an instant in milliseconds. */
export function calendar(until: Date) {
  const today = fromIst(istDate(until)).getTime();
  const from = today - days * day;
  const length = days + along((until.getTime() - today) / hour, 0, 1);
  return {
    from,
    instantOf(share: number) {
      const position = share ** growth * length;
      const whole = Math.floor(position);
      return from + whole * day + along(position - whole, 1, 0) * hour;
    },
  };
}
