import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { showDate } from "#modules/kernel/clock.ts";

type At = Date | string | null;

/** How a banner is named and when it is shown, in words. */
export function useBannerWords() {
  const say = useSay();
  const locale = useLocale();
  const day = (at: Date | string) => showDate(at, locale);
  return {
    nameOf: ({ says, position }: { says: string | null; position: number }) =>
      says ?? say("banner.saysNothing", { n: position }),
    daysOf: ({ fromDate, toDate }: { fromDate: At; toDate: At }) => {
      if (fromDate && toDate) return say("banner.days", { from: day(fromDate), to: day(toDate) });
      if (fromDate) return say("banner.daysFrom", { from: day(fromDate) });
      return toDate ? say("banner.daysTo", { to: day(toDate) }) : say("banner.daysAlways");
    },
  };
}
