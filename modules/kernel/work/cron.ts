import { day, fromIst, istDate, minute } from "../clock.ts";

/*
 * When a schedule is due. The queue's library starts schedules itself while a worker runs; what was due while none did is
 * found here, and when a schedule is due next.
 */

/** The numbers a field of a cron expression stands for: `*`, a step such as `*` + `/5`, a number, or several. */
function numbersOf(field: string, first: number, last: number): number[] {
  const all = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  if (field === "*") return all;
  const step = /^\*\/(\d+)$/.exec(field)?.[1];
  if (step) return all.filter((n) => (n - first) % Number(step) === 0);
  const named = field.split(",").map(Number);
  if (!named.every((n) => all.includes(n))) throw new Error(`not a time of a schedule: ${field}`);
  return named.toSorted((one, other) => one - other);
}

function timesOf(cron: string) {
  const [minutes, hours, days, months, weekdays, ...rest] = cron.split(" ");
  if (!minutes || !hours || !days || !months || !weekdays || rest.length > 0)
    throw new Error(`not a schedule: ${cron}`);
  if (days !== "*" && weekdays !== "*") throw new Error(`a schedule has days of the month or of the week: ${cron}`);
  const ofMonth = numbersOf(days, 1, 31);
  const inYear = numbersOf(months, 1, 12);
  const ofWeek = numbersOf(weekdays, 0, 6);
  return {
    minutes: numbersOf(minutes, 0, 59),
    hours: numbersOf(hours, 0, 23),
    isDay: (date: string) => {
      const [, month, day] = date.split("-").map(Number);
      return (
        inYear.includes(month!) && ofMonth.includes(day!) && ofWeek.includes(new Date(`${date}T00:00Z`).getUTCDay())
      );
    },
  };
}

/** Even a schedule of one day in a year has one within so many days. */
const farthest = 367;

/** The moments a schedule is due on a day (IST), in order. */
const momentsOf = ({ minutes, hours, isDay }: ReturnType<typeof timesOf>, date: string): number[] =>
  isDay(date) ? hours.flatMap((hour) => minutes.map((of) => fromIst(date).getTime() + (hour * 60 + of) * minute)) : [];

/** When a schedule was due last, up to and with a moment; its times are India's. */
export const lastDue = (cron: string, at: Date): Date => seek(cron, at, -1);

/** When a schedule is due next, after a moment; its times are India's. */
export const nextDue = (cron: string, at: Date): Date => seek(cron, at, 1);

function seek(cron: string, at: Date, way: 1 | -1): Date {
  const times = timesOf(cron);
  for (let days = 0; days < farthest; days++) {
    const moments = momentsOf(times, istDate(new Date(at.getTime() + way * days * day)));
    const match =
      way > 0 ? moments.find((moment) => moment > at.getTime()) : moments.findLast((moment) => moment <= at.getTime());
    if (match !== undefined) return new Date(match);
  }
  throw new Error(`never due: ${cron}`);
}
