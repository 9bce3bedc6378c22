import type { ActorOf } from "../kernel/actor.ts";
import { centersWhere } from "./queries.ts";
import type { CenterRow } from "./shared.ts";

export const onboardedPageSize = 10;

type Asked = { after?: string | undefined; search?: string | undefined; limit?: number };

/**
 * The centers an onboarder brought, newest first (R192); `search` looks for a part of the name, a phone, a pincode or
 * a QR id. Whose they are is said by the session (H13); `after` is the id of the last one seen.
 */
export async function onboardedCenters(
  { onboarderId }: ActorOf<"onboarder">,
  { after, search, limit = onboardedPageSize }: Asked = {},
): Promise<{ rows: CenterRow[]; next: string | null }> {
  const found = await centersWhere(
    `c.onboarded_by = $1 and c.is_active <> 0 and ($2::uuid is null or c.id < $2)
      and ($3::text is null or c.center_name ilike $4 or c.phone = $3 or c.pincode = $3
           or exists (select from center_pincodes p where p.center_id = c.id and p.pincode = $3)
           or exists (select from partner_qrs q where q.center_id = c.id and q.qr_id = upper($3)))
      order by c.id desc limit $5`,
    [onboarderId, after ?? null, search || null, `%${literally(search ?? "")}%`, limit + 1],
  );
  const page = found.slice(0, limit);
  return { rows: page, next: found.length > limit ? page.at(-1)!.id : null };
}

/** What was typed is looked for as it stands: `%` and `_` are no patterns. */
const literally = (text: string) => text.replace(/[\\%_]/g, "\\$&");
