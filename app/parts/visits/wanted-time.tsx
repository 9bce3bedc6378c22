import { type Wanted, wantedInShort } from "#app/parts/tickets/words.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";

type WantedTimeProps = { wanted: Wanted; className?: string };

/** When a listed request is wanted or agreed, as a small line under what it is called; a list of low rows has no room for it. */
export function WantedTime({ wanted, className = "md:in-[.desk-compact]:hidden" }: WantedTimeProps) {
  const say = useSay();
  return (
    <small className={`flex items-center gap-1 text-12 leading-4 whitespace-normal text-soft ${className}`}>
      <Icon name="calendar-clock" label={say("common.timePreference")} className="size-3" />
      {wantedInShort(wanted, say, useLocale())}
    </small>
  );
}
