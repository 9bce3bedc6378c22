import type { ReactNode } from "react";
import { Band } from "#app/parts/tickets/band.tsx";
import { trackingPath } from "#app/parts/tickets/tracking-paths.ts";
import { showVisit } from "#app/parts/tickets/words.ts";
import { useLocale } from "#app/ui/base/locale.ts";
import { useTitle } from "#app/ui/base/site.ts";
import type { ActTop } from "./view.server.ts";

/** The band of what a quiet link opens, with the way back to its request. */
export function ActBand({ top, title, lead }: { top: ActTop; title: ReactNode; lead: ReactNode }) {
  const locale = useLocale();
  const titleOf = useTitle();
  const { id, number, service, visitAt, reached, steps } = top;
  const words = [service ? titleOf(service) : number, visitAt && showVisit(visitAt, locale)];
  return (
    <Band
      title={title}
      lead={lead}
      up={{ to: trackingPath(id), words: words.filter(Boolean).join(", ") }}
      step={reached}
      parts={steps}
    />
  );
}
