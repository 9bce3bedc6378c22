import { useSay } from "#app/ui/base/say.tsx";

/** Minutes in words, as hours where they are whole ones. */
export function useSpan(minutes: number): string {
  const say = useSay();
  if (minutes > 0 && minutes % 60 === 0) return say("cancel.hours", { n: minutes / 60, count: minutes / 60 });
  return say("cancel.minutes", { n: minutes, count: minutes });
}
