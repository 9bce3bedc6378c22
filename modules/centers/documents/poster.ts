import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { row, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { env } from "#modules/kernel/env.server.ts";
import { conflict, denied, missing } from "#modules/kernel/errors.ts";
import { nameFor } from "#modules/kernel/names.ts";
import { partnerSql } from "../center/partner-sql.ts";
import { needMay } from "../policy.ts";
import type { PosterFacts, PosterSize } from "../shared.ts";

type PosterRow = Omit<PosterFacts, "address"> & { id: string; status: string };
type PosterInput = { qrId?: string | undefined; size: PosterSize; dryRun?: boolean | undefined };

/**
 * The printable poster of a QR code as a one-page PDF: a center gets its own code, admins any code, including a
 * dealer's. Another center's code is not found; a switched-off code has no poster. The code's history records who made
 * one, except for a dry run.
 */
export async function qrPoster(
  actor: Actor,
  { qrId, size, dryRun }: PosterInput,
): Promise<{ pdf: Buffer; name: string; facts: PosterFacts }> {
  const { id, facts } = await posterFacts(actor, qrId);
  // react-pdf takes long to load, so it is loaded with the first poster.
  const { posterPdf } = await import("./poster-pdf.server.ts");
  const pdf = await posterPdf(facts, size);
  if (!dryRun)
    await transaction(() =>
      record(actor, { subject: "qr", id, event: "qr.posterMade", data: { qrId: facts.qrId, size } }),
    );
  return { pdf, name: `${facts.qrId}-${size}.pdf`, facts };
}

async function posterFacts(actor: Actor, qrId: string | undefined): Promise<{ id: string; facts: PosterFacts }> {
  const code = qrId?.trim() ?? null;
  const owner = ownerFor(actor, qrId);
  const qr = await row<PosterRow>(
    sql`select q.id, q.qr_id as "qrId", q.kind, q.status, coalesce(c.center_name, q.name, q.qr_id) as name,
            coalesce(s.pick_drop and v.e_rickshaw, false) as ride
       from partner_qrs q
       left join centers c on c.id = q.center_id
       left join vehicles v on v.id = c.vehicle_id
       left join center_services o on o.center_id = c.id and o.priority = 0
       left join services s on s.id = o.service_id
      where (${code}::text is null or upper(q.qr_id) = upper(${code}))
        and (${owner}::uuid is null or (q.kind = 'center' and q.center_id = ${owner}))
        and (q.center_id is null or ${partnerSql})
      order by q.status, q.created_at limit 1`,
  );
  if (!qr) throw missing("qr.notFound");
  if (qr.status !== "ACTIVE") throw conflict("qr.revoked");
  const { id, status: _, ...facts } = qr;
  const name = actor.kind === "center" ? facts.name : nameFor(actor, facts.name);
  return { id, facts: { ...facts, name, address: `${env.publicUrl}/booking/${encodeURIComponent(facts.qrId)}` } };
}

/** The center whose codes may be used; null (all codes) for those who may see centers. */
function ownerFor(actor: Actor, qrId: string | undefined): string | null {
  if (actor.kind === "center") return actor.centerId;
  if (actor.kind !== "admin" && actor.kind !== "system") throw denied();
  needMay(actor, "seeCenters");
  if (!qrId) throw missing("qr.notFound");
  return null;
}
