import { sql } from "kysely";
import { system } from "#modules/kernel/actor.ts";
import { day, fromNow } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { defineSchedule } from "#modules/kernel/work/jobs.server.ts";
import { forget, lockHolder } from "./check-document.ts";
import type { Holder } from "./documents-of.ts";
import type { DocumentValue } from "./input.ts";

type Due = { kind: Holder["kind"]; id: string; value: DocumentValue; blobId: string };

/** How many are looked up at once. */
const batch = 200;

/**
 * Delete the identity papers that were decided on more than `PAPERS_KEPT_DAYS` days ago (H22); the decision is kept. A
 * picture sent since is not deleted. Returns how many were due.
 */
export async function deleteCheckedPapers(): Promise<number> {
  const before = fromNow(-env.papersRetentionDays * day);
  let all = 0;
  for (;;) {
    const due = await rows<Due>(
      sql`select holder_kind as kind, holder_id as id, value, blob_id as "blobId" from document_checks
        where deleted_at is null and decided_at <= ${before} and value <> 'profile'
        order by decided_at limit ${sql.lit(batch)}`,
    );
    for (const each of due) await transaction(() => forgetIfDue(each, before));
    all += due.length;
    if (due.length < batch) return all;
  }
}

/** The holder is locked first, as in every decision. */
async function forgetIfDue({ kind, id, value, blobId }: Due, before: Date) {
  await lockHolder({ kind, id });
  const still = await row(
    sql`select from document_checks where holder_kind = ${kind} and holder_id = ${id} and value = ${value} and blob_id = ${blobId}
        and deleted_at is null and decided_at <= ${before}`,
  );
  if (still) await forget(system("papers"), { kind, id }, value, blobId);
}

/** At 04:10, after the deletion of unsaved uploads. */
export const deleteCheckedNightly = defineSchedule({
  name: "centers.deleteCheckedPapers",
  cron: "10 4 * * *",
  run: deleteCheckedPapers,
  retries: 8,
});
