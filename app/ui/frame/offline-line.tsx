import { now, showTime } from "#modules/kernel/clock.ts";
import { useLocale } from "../base/locale.ts";
import { useSay } from "../base/say.tsx";

/** A line above the page while offline that says when the shown data was loaded. */
export function OfflineLine() {
  const say = useSay();
  return (
    <p
      role="status"
      className="py-1 px-5 bg-marigold-100 text-13 font-semibold text-ink"
      hidden
      data-enhance="offline-line"
      data-holds="hidden"
    >
      {say("desk.offline", { at: showTime(now(), useLocale()) })}
    </p>
  );
}
