import { sql } from "kysely";
import { centerState } from "#modules/centers/shared.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { allOf, type Sql } from "#modules/kernel/db/sql.ts";
import { DomainError, type FieldErrors } from "#modules/kernel/errors.ts";
import { needMay } from "../policy.ts";
import { type AudienceCount, everyOne, type NotificationAudience, type NotificationUserType } from "../shared.ts";
import { notificationToSend } from "./notifications.ts";

/** The recipients of a notification: one number, or those of a service and a state; null for all of them. */
export type Audience =
  | { userType: "Individual"; phone: string }
  | { userType: "Consumer" | "Technician"; serviceId: string | null; state: string | null };

/** 'Error sending notification' (R441), with the error of each field. */
export const notSent = (fields: FieldErrors, kind: "invalid" | "conflict" = "invalid") =>
  new DomainError(kind, "notification.sendFailed", { fields });

/** Returns the audience of a form; refused when a part is missing (R440, R486). */
export function audienceOf(
  userType: NotificationUserType,
  filter: Omit<NotificationAudience, "notificationId">,
): Audience {
  if (filter.userType && filter.userType !== userType) throw notSent({ userType: "notification.otherType" });
  if (userType === "Individual") {
    if (!filter.phone) throw notSent({ phone: "form.incomplete" });
    return { userType, phone: filter.phone };
  }
  const { serviceId, state } = filter;
  if (!serviceId || !state)
    throw notSent({ ...(!serviceId && { serviceId: "form.incomplete" }), ...(!state && { state: "form.incomplete" }) });
  return { userType, serviceId: serviceId === everyOne ? null : serviceId, state: state === everyOne ? null : state };
}

/**
 * SQL for the accounts of an audience (`id`, `kind`). Customers are of a service and a state when they requested it
 * there; technicians when they do it and live there; their centers, whose portal and browsers show it, when they serve
 * it there.
 */
export function accountsSql(audience: Audience): Sql {
  if (audience.userType === "Individual") {
    const { phone } = audience;
    return sql`select id, 'consumer' as kind from consumers where phone = ${phone}
      union all select id, 'technician' from technicians where phone = ${phone} and deleted_at is null
      union all select id, 'center' from centers where phone = ${phone} and is_active = ${sql.lit(centerState.ACTIVE)}`;
  }
  const service = audience.serviceId && sql`${audience.serviceId}::uuid`;
  const state = audience.state && sql`lower(${audience.state})`;
  if (audience.userType === "Consumer") {
    const condition = allOf([service && sql`t.service_id = ${service}`, state && sql`lower(t.state) = ${state}`]);
    const requested = sql`exists (select from tickets t where t.phone = c.phone and t.deleted_at is null and ${condition})`;
    return sql`select c.id, 'consumer' as kind from consumers c
      where ${allOf([sql`c.erased_at is null`, (service || state) && requested])}`;
  }
  const technicians = allOf([
    sql`t.deleted_at is null`,
    sql`exists (select from centers c where c.id = t.center_id and c.is_active = ${sql.lit(centerState.ACTIVE)})`,
    service && sql`${service} in (t.primary_service_id, t.secondary_service_id)`,
    state && sql`${state} in (lower(t.permanent_state), lower(t.current_state))`,
  ]);
  const centers = allOf([
    sql`c.is_active = ${sql.lit(centerState.ACTIVE)}`,
    service && sql`exists (select from center_services s where s.center_id = c.id and s.service_id = ${service})`,
    state && sql`lower(c.state) = ${state}`,
  ]);
  return sql`select t.id, 'technician' as kind from technicians t where ${technicians}
    union all select c.id, 'center' from centers c where ${centers}`;
}

/** How many accounts an audience has now. */
export async function countAudience(audience: Audience): Promise<AudienceCount> {
  const counted = await rows<{ kind: string; n: number }>(
    sql`select kind, count(*)::int as n from (${accountsSql(audience)}) accounts group by kind`,
  );
  const countOfKind = (kind: string) => counted.find((each) => each.kind === kind)?.n ?? 0;
  const consumers = countOfKind("consumer");
  const technicians = countOfKind("technician");
  const centers = countOfKind("center");
  return { total: consumers + technicians + centers, consumers, technicians, centers };
}

/** Refuses a service that does not exist. */
export async function needService(audience: Audience): Promise<void> {
  if (audience.userType === "Individual" || !audience.serviceId) return;
  const known = await row(sql`select 1 from services where id = ${audience.serviceId} and deleted_at is null`);
  if (!known) throw notSent({ serviceId: "service.notFound" });
}

/** How many would receive a notification, before it is sent. For keepers of notifications. */
export async function countRecipients(actor: Actor, input: NotificationAudience): Promise<AudienceCount> {
  needMay(actor, "keepNotifications");
  const { userType } = await notificationToSend(input.notificationId);
  const audience = audienceOf(userType, input);
  await needService(audience);
  return countAudience(audience);
}
