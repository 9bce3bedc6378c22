import type { Actor } from "#modules/kernel/actor.ts";
import { binds } from "#modules/kernel/db/binds.ts";
import { denied } from "#modules/kernel/errors.ts";
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
  if (actor.kind !== "onboarder") throw denied();
  const { params, bind } = binds(actor.onboarderId, search || null, `%${literally(search ?? "")}%`);
  return pageByCreation<CenterRow>(actor, { after, before, take }, { bind, of: "c" }, (rest) =>
    centersWhere(
      `c.onboarded_by = $1 and c.is_active <> ${centerState.DELETED}
          and ($2::text is null or c.center_name ilike $3 or c.phone = $2 or c.pincode = $2
               or exists (select from center_pincodes p where p.center_id = c.id and p.pincode = $2)
               or exists (select from partner_qrs q where q.center_id = c.id and q.qr_id = upper($2))) ${rest}`,
      params,
    ),
  );
}

/** Escapes `%` and `_`, so that the search text is matched literally. */
const literally = (text: string) => text.replace(/[\\%_]/g, "\\$&");
