import { day, fromNow, now } from "#modules/kernel/clock.ts";
import { hashToken, randomToken } from "#modules/kernel/crypto.server.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";

/** How long a browser is remembered, and how long a verified phone counts in it (fixed point 14). */
export const visitorLifeMs = 90 * day;

const alive = "kind = 'visitor' and ended_at is null and expires_at > $2";

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
          `update sessions set token_hash = $3, expires_at = $4 where token_hash = $1 and ${alive} returning id`,
          [hashToken(token), now(), hashToken(fresh), expiresAt],
        )
      : [];
    const sessionId = known?.id ?? rowId();
    if (!known) {
      await rows(
        `insert into sessions (id, kind, token_hash, via, created_at, expires_at)
         values ($1, 'visitor', $2, 'cookie', $3, $4)`,
        [sessionId, hashToken(fresh), now(), expiresAt],
      );
    }
    await rows(
      `insert into visitor_phones (session_id, phone, proved_at) values ($1, $2, $3)
       on conflict (session_id, phone) do update set proved_at = excluded.proved_at`,
      [sessionId, phone, now()],
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
    `select id, array(
       select phone from visitor_phones
       where session_id = sessions.id and proved_at > $3 order by proved_at desc) as phones
     from sessions where token_hash = $1 and ${alive}`,
    [hashToken(token), now(), fromNow(-visitorLifeMs)],
  );
  return visitor && { visitorId: visitor.id, phones: visitor.phones };
}

/** 'Not you?': forget the browser at once, with every phone it verified. */
export async function forgetVisitor(token: string | undefined): Promise<void> {
  if (!token) return;
  await rows(`update sessions set ended_at = $2 where token_hash = $1 and ${alive}`, [hashToken(token), now()]);
}
