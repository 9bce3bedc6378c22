import { useEffect, useState } from "react";
import { showTime } from "#modules/kernel/clock.ts";
import { useLocale } from "../base/locale.ts";
import { useSay } from "../base/say.tsx";

/** A line above the page while offline that says when the shown data was loaded. `shownAs` changes with the page. */
export function OfflineLine({ shownAs }: { shownAs: string }) {
  const say = useSay();
  const locale = useLocale();
  const [offline, setOffline] = useState(false);
  const [since, setSince] = useState<Date>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has its own load time
  useEffect(() => setSince(new Date()), [shownAs]);
  useEffect(() => {
    const look = () => setOffline(!navigator.onLine);
    look();
    addEventListener("online", look);
    addEventListener("offline", look);
    return () => {
      removeEventListener("online", look);
      removeEventListener("offline", look);
    };
  }, []);
  return (
    <p role="status" className="py-1 px-5 bg-marigold-100 text-13 font-semibold text-ink" hidden={!offline}>
      {offline && since && say("desk.offline", { at: showTime(since, locale) })}
    </p>
  );
}
