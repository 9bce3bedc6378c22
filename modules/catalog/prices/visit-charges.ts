import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { type Paise, toPaise, zero } from "#modules/kernel/money.ts";
import { cachedBriefly } from "#modules/kernel/work/lately.server.ts";
import { catalogTopic } from "../keepers.ts";
import { stateOfPincode } from "../pincodes.ts";
import { needMay } from "../policy.ts";
import { getService } from "../services/services.ts";
import type { ServiceRef } from "../shared.ts";

/** One change of a visit charge: from what to what (paise), from which moment on, who made it and when. */
export type VisitChargeChange = {
  id: string;
  area: string;
  from: Paise;
  to: Paise;
  effectiveFrom: Date;
  /** The admin's name; null for the command line. */
  by: string | null;
  at: Date;
};

/** The visit charge of an area as its page shows it. */
export type VisitChargeOfArea = {
  area: string;
  /** Where its pincodes are; null where an area lies in several states. */
  state: string | null;
  amount: Paise;
  /** Since when the amount is in force; null before the first one. */
  since: Date | null;
  /** What will be in force later, the next first. */
  planned: VisitChargeChange[];
};

/** As many changes of one service's charges as its page shows. */
const mostChanges = 200;

/** SQL for the visit charge (paise) of a service and a pincode in force at an instant; null without one. */
export const visitChargeSql = (service: Sql, pincode: string, at: Date) =>
  sql`(select amount_paise from visit_charges
     where service_id = ${service} and area = left(${pincode}, 3) and effective_from <= ${at}
     order by effective_from desc limit 1)`;

type Visit = { serviceId: string; pincode: string };

/** What a visit of a service costs at a pincode now, or at another moment, in paise; 0 without a charge. */
export async function visitChargeOf({ serviceId, pincode }: Visit, at = now()): Promise<Paise> {
  const charge = await row(
    sql<{ amount: string }>`select amount_paise as amount from visit_charges
      where service_id = ${serviceId} and area = ${pincode.slice(0, 3)} and effective_from <= ${at}
      order by effective_from desc limit 1`,
  );
  return charge ? toPaise(charge.amount) : zero;
}

/** What visits cost at a pincode now, by service, in paise; services without a charge are left out. */
export const visitChargesAt = cachedBriefly(
  catalogTopic,
  async (pincode: string): Promise<Record<string, Paise>> => {
    const charges = await rows(
      sql<{ service: string; amount: string | null }>`
        select s.id as service, ${visitChargeSql(sql`s.id`, pincode, now())} as amount
          from services s where s.is_active and s.deleted_at is null`,
    );
    const due = charges.map(({ service, amount }) => [service, amount === null ? zero : toPaise(amount)] as const);
    return Object.fromEntries(due.filter(([, amount]) => amount > 0));
  },
  (pincode) => pincode.slice(0, 3),
);

/** Whether a visit of some service costs something somewhere now. */
export async function hasVisitCharges(): Promise<boolean> {
  const answer = await row(
    sql<{ costs: boolean }>`select exists (
      select from (
        select distinct on (c.service_id, c.area) c.amount_paise from visit_charges c
          join services s on s.id = c.service_id and s.is_active and s.deleted_at is null
         where c.effective_from <= ${now()} order by c.service_id, c.area, c.effective_from desc
      ) as charges where amount_paise > 0
    ) as costs`,
  );
  return Boolean(answer?.costs);
}

/** Whether a visit of some service costs something somewhere, as booking forms say it. */
export const visitsCost = cachedBriefly(catalogTopic, () => hasVisitCharges());

/**
 * The visit charges of a service by area, those of 0 that nothing follows left out, and the newest changes that have
 * begun. Refuses with missing("service.notFound"). For a SUPER_ADMIN.
 */
export async function visitCharges(
  actor: Actor,
  { serviceId }: ServiceRef,
): Promise<{ areas: VisitChargeOfArea[]; begun: VisitChargeChange[] }> {
  needMay(actor, "keepServices");
  await getService(serviceId);
  type ChargeRow = Omit<VisitChargeChange, "from" | "to"> & { amount: string; before: string | null };
  const stored = await rows(
    sql<ChargeRow>`select c.id, c.area, c.amount_paise as amount, c.effective_from as "effectiveFrom",
        c.created_at as at, a.name as by,
        lag(c.amount_paise) over (partition by c.area order by c.effective_from) as before
      from visit_charges c left join admins a on a.id = c.created_by
      where c.service_id = ${serviceId} order by c.effective_from desc, c.area`,
  );
  const changes = stored.map(({ id, area, by, ...each }) => ({
    id,
    area,
    from: each.before === null ? zero : toPaise(each.before),
    to: toPaise(each.amount),
    effectiveFrom: new Date(each.effectiveFrom),
    by,
    at: new Date(each.at),
  }));
  const at = now();
  const begun = changes.filter(({ effectiveFrom }) => effectiveFrom <= at);
  const later = changes.filter(({ effectiveFrom }) => effectiveFrom > at).reverse();
  const areas = [...new Set(changes.map(({ area }) => area))].sort().map((area): VisitChargeOfArea => {
    const newest = begun.find((change) => change.area === area);
    return {
      area,
      state: stateOfPincode(`${area}001`)?.name ?? null,
      amount: newest?.to ?? zero,
      since: newest?.effectiveFrom ?? null,
      planned: later.filter((change) => change.area === area),
    };
  });
  return {
    areas: areas.filter(({ amount, planned }) => amount > 0 || planned.length > 0),
    begun: begun.slice(0, mostChanges),
  };
}
