import { sql } from "kysely";
import { type Actor, needKind } from "#modules/kernel/actor.ts";
import { type Page, type Place, pageByCreation } from "#modules/kernel/lists/keyset.server.ts";
import { centersWhere } from "../center/queries.ts";
import type { CenterRow } from "../shared.ts";
import { centerState } from "../state.ts";

/**
 * The centers an onboarder registered, newest first (R192); `search` matches part of the name, a phone, a pincode or a
 * QR id. The session decides whose they are (H13).
 */
export async function onboardedCenters(
  actor: Actor,
  { after, before, take, search }: Place & { search?: string | undefined } = {},
): Promise<Page<CenterRow>> {
  needKind(actor, "onboarder");
  const { onboarderId } = actor;
  const typed = search || null;
  const part = `%${literally(search ?? "")}%`;
  return pageByCreation<CenterRow>(actor, { after, before, take }, "c", (rest) =>
    centersWhere(
      sql`c.onboarded_by = ${onboarderId} and c.is_active <> ${sql.lit(centerState.DELETED)}
          and (${typed}::text is null or c.center_name ilike ${part} or c.phone = ${typed} or c.pincode = ${typed}
               or exists (select from center_pincodes p where p.center_id = c.id and p.pincode = ${typed})
               or exists (select from partner_qrs q where q.center_id = c.id and q.qr_id = upper(${typed}))) ${rest}`,
    ),
  );
}

/** Escapes `%` and `_`, so that the search text is matched literally. */
const literally = (text: string) => text.replace(/[\\%_]/g, "\\$&");
