import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { showDateTime } from "#modules/kernel/clock.ts";
import { figure } from "#modules/kernel/figure.ts";
import type { HomeView } from "./view.server.ts";

/** Says that the payment provider's webhooks do not come, since when, and what follows from it. */
export function SilentWebhooks({ provider, payments, last, minutes }: NonNullable<HomeView["webhooks"]>) {
  const say = useSay();
  const locale = useLocale();
  const params = { provider, n: figure(payments), minutes };
  return (
    <p className="note note-warm">
      {last === null
        ? say("home.webhooks.never", params)
        : say("home.webhooks.silent", { ...params, day: showDateTime(last, locale) })}
    </p>
  );
}
