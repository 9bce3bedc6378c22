import { sql } from "kysely";
import { day, fromNow, now } from "#modules/kernel/clock.ts";
import { hashToken, randomToken } from "#modules/kernel/crypto.server.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { proofLifeMs } from "./proofs.ts";

/** How long a browser is remembered, and how long a verified phone counts in it (fixed point 14). */
export const visitorLifeMs = 90 * day;

const alive = () => sql`kind = 'visitor' and ended_at is null and expires_at > ${now()}`;

/**
 * Remember in the visitor cookie that this browser verified a phone. The token changes each time, so that a cookie
 * planted in the browser earlier grants nothing afterwards.
 */
export const rememberVisitor = ({
  token,
  phone,
}: {
  token?: string | undefined;
  phone: string;
}): Promise<{ token: string; expiresAt: Date }> =>
  transaction(async () => {
    const fresh = randomToken();
    const expiresAt = fromNow(visitorLifeMs);
    const [known] = token
      ? await rows<{ id: string }>(
          sql`update sessions set token_hash = ${hashToken(fresh)}, expires_at = ${expiresAt} where token_hash = ${hashToken(token)} and ${alive()} returning id`,
        )
      : [];
    const sessionId = known?.id ?? rowId();
    if (!known) {
      await rows(
        sql`insert into sessions (id, kind, token_hash, via, created_at, expires_at)
         values (${sessionId}, 'visitor', ${hashToken(fresh)}, 'cookie', ${now()}, ${expiresAt})`,
      );
    }
    await rows(
      sql`insert into visitor_phones (session_id, phone, proved_at) values (${sessionId}, ${phone}, ${now()})
       on conflict (session_id, phone) do update set proved_at = excluded.proved_at`,
    );
    return { token: fresh, expiresAt };
  });

/**
 * The phones a browser verified in the last 90 days, the latest first; undefined when the browser is not remembered.
 */
export async function visitorOf(
  token: string | undefined,
): Promise<{ visitorId: string; phones: string[] } | undefined> {
  if (!token) return undefined;
  const [visitor] = await rows<{ id: string; phones: string[] }>(
    sql`select id, array(
       select phone from visitor_phones
       where session_id = sessions.id and proved_at > ${fromNow(-visitorLifeMs)} order by proved_at desc) as phones
     from sessions where token_hash = ${hashToken(token)} and ${alive()}`,
  );
  return visitor && { visitorId: visitor.id, phones: visitor.phones };
}

/** The phones that a remembered browser verified within the life of a proof (15 minutes), the latest first. */
export async function phonesJustProved(visitorId: string | undefined): Promise<string[]> {
  if (!visitorId) return [];
  const proved = await rows<{ phone: string }>(
    sql`select phone from visitor_phones where session_id = ${visitorId}::uuid and proved_at > ${fromNow(-proofLifeMs)}
      order by proved_at desc`,
  );
  return proved.map(({ phone }) => phone);
}

/** 'Not you?': forget the browser at once, with every phone it verified. */
export async function forgetVisitor(token: string | undefined): Promise<void> {
  if (!token) return;
  await rows(sql`update sessions set ended_at = ${now()} where token_hash = ${hashToken(token)} and ${alive()}`);
}
