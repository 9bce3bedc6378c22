import { z } from "zod";
import type { ListRow } from "#app/ui/list/columns.tsx";
import { allServices, chipsOf, needMay } from "#modules/catalog/index.ts";
import type { ServiceRow } from "#modules/catalog/shared.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { id, lenient } from "#modules/kernel/validation.ts";
import { locales } from "#modules/messages/index.ts";

export const serviceActs = ["add", "edit", "supplier", "delete"] as const;

/** An open dialog and the service it is about, and the row of the last act. */
export const ServicesQuery = z.object({
  act: lenient(z.enum(serviceActs)),
  of: lenient(id),
  did: lenient(id),
});

/** Every service in the order people see, and an open dialog; none for a service that is gone. */
export async function servicesView(admin: ActorOf<"admin">, { act, of, did }: z.output<typeof ServicesQuery>) {
  needMay(admin, "keepServices");
  const services = await allServices();
  const service = services.find(({ id }) => id === of) ?? null;
  return {
    rows: services.map(
      (each, at): ServiceLine => ({
        ...each,
        cells: { name: each.serviceName, sac: each.sac },
        first: at === 0,
        last: at === services.length - 1,
      }),
    ),
    dialog: act && (act === "add" || service) ? { act, service: service && withChips(service) } : null,
    did,
  };
}

/** A service with its chips as its form has them, one a line, by the names of their fields. */
const withChips = (service: ServiceRow) => ({
  ...service,
  chipLines: Object.fromEntries(
    locales.map((locale) => [`chips.${locale}`, chipsOf(service, locale, { own: true }).join("\n")]),
  ),
});

/** A row of the screen. */
export type ServiceLine = ServiceRow & ListRow & { first: boolean; last: boolean };
export type ServicesView = Awaited<ReturnType<typeof servicesView>>;
