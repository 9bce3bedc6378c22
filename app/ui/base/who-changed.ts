import { showDateTime } from "#modules/kernel/clock.ts";
import type { Meanwhile } from "#modules/kernel/errors.ts";
import type { Locale } from "#modules/messages/index.ts";
import type { Say } from "./say.tsx";

/** Who made a change while a form was open, and when: the one sentence a refused form begins with, wherever it is said. */
export function whoChanged({ by, role, own, at }: Meanwhile["changes"][number], say: Say, locale: Locale): string {
  const when = showDateTime(at, locale);
  if (own) return say("form.meanwhile.own", { at: when });
  return say("form.meanwhile.by", { name: by ?? say(`form.meanwhile.role.${role}`), at: when });
}
