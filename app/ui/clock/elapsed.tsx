import { now } from "#modules/kernel/clock.ts";
import { useSay } from "../base/say.tsx";
import { elapsedWords } from "./elapsed-island.ts";

const keys = {
  waiting: { minutes: "center.offers.waiting", hours: "center.offers.waitingHours" },
  late: { minutes: "day.lateBy", hours: "day.lateByHours" },
} as const;

type ElapsedProps = { what: keyof typeof keys; since: Date | string; className?: string };

/**
 * How long somebody has waited, or a visit is late, in minutes and from an hour on in hours. It goes on in an open page, by
 * the time the server computed: the device's clock is not trusted.
 */
export function Elapsed({ what, since, className }: ElapsedProps) {
  const say = useSay();
  const words = { minutes: say(keys[what].minutes), hours: say(keys[what].hours) };
  const passed = Math.floor((now().getTime() - new Date(since).getTime()) / 1000);
  return (
    <span
      className={className ? `tabular-nums ${className}` : "tabular-nums"}
      data-enhance="elapsed"
      data-passed={passed}
      data-minutes={words.minutes}
      data-hours={words.hours}
    >
      {elapsedWords(passed, words)}
    </span>
  );
}
