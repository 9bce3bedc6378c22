import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { maskStars } from "#modules/kernel/mask.ts";
import { byShownName, nameFor } from "#modules/kernel/names.ts";
import { may, needMay } from "../policy.ts";
import { centerState } from "../state.ts";

/** As many as fit into a section of a page; the rest is only counted. */
const most = 50;

/** A center that may not accept broadcasts; its phone is masked for those who may not see phones. */
export type CenterWithoutBroadcasts = {
  id: string;
  name: string;
  qrId: string | null;
  phone: string;
  city: string | null;
  pincode: string;
};

/** R265: the centers disabled for accepting broadcasts, by name, up to 50, and how many there are. */
export async function centersWithoutBroadcasts(
  actor: Actor,
): Promise<{ centers: CenterWithoutBroadcasts[]; count: number }> {
  needMay(actor, "seeWithoutBroadcasts");
  const counted = await row<{ n: number }>(
    sql`select count(*)::int as n from centers where broadcast_disabled and is_active <> ${sql.lit(centerState.DELETED)}`,
  );
  const centers = await rows<CenterWithoutBroadcasts>(
    sql`select c.id, c.center_name as name, c.phone, c.city, c.pincode,
            (select qr_id from partner_qrs q where q.center_id = c.id and q.kind = 'center'
              order by q.created_at limit 1) as "qrId"
       from centers c where c.broadcast_disabled and c.is_active <> ${sql.lit(centerState.DELETED)}
      order by c.id desc limit ${most}`,
  );
  const seen = may(actor, "seeContacts");
  return {
    centers: byShownName(
      centers.map((center) => ({
        ...center,
        name: nameFor(actor, center.name),
        city: nameFor(actor, center.city),
        phone: seen ? center.phone : maskStars(),
      })),
      ({ name }) => name,
    ),
    count: counted?.n ?? 0,
  };
}
