import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { day, now } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { missing } from "#modules/kernel/errors.ts";
import { maskStars, withoutContacts } from "#modules/kernel/mask.ts";
import { nameFor } from "#modules/kernel/names.ts";
import { openTicketsSql } from "../center/candidates.ts";
import { centersWhere } from "../center/queries.ts";
import { isSubscribed, trialDays, trialUntil } from "../center/subscription.ts";
import { may, needMay } from "../policy.ts";
import { type Rating, ratingsOf } from "../ratings.ts";
import type { CenterRow } from "../shared.ts";
import { centerState } from "../state.ts";

/** A client a center may work for. */
export type AuthorizedClient = { id: string; clientName: string };

type Counted = {
  closedTickets: number;
  openTickets: number;
  /** The mean of its customers' stars, to one decimal; null without any. */
  averageRating: number | null;
  clients: AuthorizedClient[];
  /** The name of the onboarder it is credited to. */
  onboarder: string | null;
  phoneVerifiedAt: Date | null;
  verifiedAt: Date | null;
  paidForOnboardingKit: boolean;
  /** Whether it has an open appeal. */
  appealed: boolean;
};

/** A center as operators see it; what this admin may not read is masked. */
export type DeskCenter = CenterRow &
  Counted & {
    subscribed: boolean;
    trialUntil: Date;
    phoneShown: boolean;
    /** Its rating by customers' feedback; null without any. */
    feedback: Rating | null;
  };

/** R379, Q61: more than 15 days after the last extension, or the registration when there was none. */
export const mayExtendTrial = ({ createdAt, extendedDate }: Pick<CenterRow, "createdAt" | "extendedDate">) =>
  now().getTime() - (extendedDate ?? createdAt).getTime() > trialDays * day;

/** The numbers of these centers, from one query. */
const counted = (ids: readonly string[]) =>
  rows<Counted & { id: string }>(
    sql`select c.id, c.phone_verified_at as "phoneVerifiedAt", c.verified_at as "verifiedAt",
            c.paid_for_onboarding_kit as "paidForOnboardingKit", o.name as onboarder,
            exists (select from center_appeals a where a.center_id = c.id and a.closed_at is null) as appealed,
            done.closed as "closedTickets", done.rating as "averageRating", held.open as "openTickets",
            coalesce((select json_agg(json_build_object('id', l.id, 'clientName', l.client_name) order by l.client_name)
               from center_clients a join clients l on l.id = a.client_id where a.center_id = c.id), '[]') as clients
       from centers c
       left join onboarders o on o.id = c.onboarded_by
       cross join lateral (select count(*)::int as closed, round(avg(t.star_rating), 1)::float8 as rating
         from tickets t where t.center_id = c.id and t.status = 'CLOSED' and t.deleted_at is null) as done
       cross join lateral (select count(*)::int as open from ${openTicketsSql(sql`c.id`)}) as held
      where c.id = any (${ids})`,
  );

/** The centers matching a condition on `c`, in its order, as this actor may see them. */
export async function deskCentersWhere(actor: Actor, condition: Sql): Promise<DeskCenter[]> {
  const centers = await centersWhere(condition);
  const ids = centers.map(({ id }) => id);
  const numbers = new Map((await counted(ids)).map(({ id, ...facts }) => [id, facts]));
  const ratings = await ratingsOf("center", ids);
  return centers.flatMap((center) => {
    const facts = numbers.get(center.id);
    return facts ? [shownTo(actor, center, { ...facts, feedback: ratings.get(center.id) ?? null })] : [];
  });
}

function shownTo(actor: Actor, center: CenterRow, facts: Counted & Pick<DeskCenter, "feedback">): DeskCenter {
  const phoneShown = may(actor, "seeContacts");
  const clean = (text: string | null) => text && withoutContacts(text);
  return {
    ...center,
    ...facts,
    onboarder: nameFor(actor, facts.onboarder),
    clients: facts.clients.map((client) => ({ ...client, clientName: nameFor(actor, client.clientName) })),
    subscribed: isSubscribed(center),
    trialUntil: trialUntil(center),
    phoneShown,
    ...(!phoneShown && {
      phone: maskStars(),
      email: center.email && maskStars(),
      centerName: withoutContacts(center.centerName),
      legalName: clean(center.legalName),
      name: clean(center.name),
      userName: clean(center.userName),
      about: clean(center.about),
      addressLine: clean(center.addressLine),
      rejectionReason: clean(center.rejectionReason),
      city: clean(center.city),
    }),
    ...(!may(actor, "seePincodes") && { pincode: maskStars(), additionalPincode: null, pincodes: [] }),
  };
}

/**
 * A center for its page, its dialogs and getCenterDetails, for admins with view_center_details.full_access. Refuses
 * with `center.noView` and `center.noDetails` (R397).
 */
export async function getDeskCenter(actor: Actor, centerId: string): Promise<DeskCenter> {
  needMay(actor, "seeCenters");
  const [center] = await deskCentersWhere(
    actor,
    sql`c.id = ${centerId} and c.is_active <> ${sql.lit(centerState.DELETED)}`,
  );
  if (!center) throw missing("center.noDetails");
  return center;
}
