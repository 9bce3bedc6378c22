import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { hmac } from "#modules/kernel/crypto.server.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { conflict, missing } from "#modules/kernel/errors.ts";
import { withoutContacts } from "#modules/kernel/mask.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { verifyCenter } from "../center/verify-center.ts";
import { documentRejected } from "../events.ts";
import { may, needMay } from "../policy.ts";
import { centerState } from "../state.ts";
import { documentsOf, type Holder } from "./documents-of.ts";
import type { CheckDocument, DocumentState, KeepAadhar, RejectReason } from "./input.ts";
import { dropPicture } from "./pictures-of.ts";

/** The papers of a center or technician as an operator sees them. */
export type HeldDocuments = {
  holder: Holder;
  name: string;
  documents: DocumentState[];
  /** The last four digits of a center's or technician's Aadhaar number, if it is stored. */
  aadharLast4: string | null;
  /** When the center was verified; null for technicians. */
  verifiedAt: Date | null;
  /** Whether this admin may decide; the verb checks again. */
  mayCheck: boolean;
};

/** The same after a decision, with what was decided. */
export type Checked = HeldDocuments & Pick<CheckDocument, "value" | "verified"> & { changed: boolean };

type Held = { name: string; aadharLast4: string | null; verifiedAt: Date | null; active: boolean };

/** The holder of papers, locked for the rest of the transaction where `locked`; refuses with whose it is not found. */
async function held({ kind, id }: Holder, locked = false): Promise<Held> {
  const holderRow =
    kind === "center"
      ? await row<Held>(sql`${centerHeld(id)} ${locked ? sql`for update` : sql``}`)
      : await row<Held>(sql`${technicianHeld(id)} ${locked ? sql`for update` : sql``}`);
  if (!holderRow) throw missing(kind === "center" ? "center.notFound" : "technician.notFound");
  return holderRow;
}

const centerHeld = (id: string) => sql`
  select center_name as name, aadhar_last4 as "aadharLast4", verified_at as "verifiedAt", is_active = ${sql.lit(centerState.ACTIVE)} as active
    from centers where id = ${id} and is_active <> ${sql.lit(centerState.DELETED)}`;
const technicianHeld = (id: string) => sql`
  select name, aadhar_last4 as "aadharLast4", null::timestamptz as "verifiedAt", true as active
    from technicians where id = ${id} and deleted_at is null`;

/** Locks whose papers they are, deleted or not. */
export const lockHolder = ({ kind, id }: Holder) =>
  kind === "center"
    ? rows(sql`select 1 from centers where id = ${id} for update`)
    : rows(sql`select 1 from technicians where id = ${id} for update`);

/** The papers of a center (`view_center_details`) or technician (`view_technician_details`); pictures by their ids. */
export async function heldDocuments(actor: Actor, holder: Holder): Promise<HeldDocuments> {
  needMay(actor, "seePapers", holder);
  return shown(actor, holder);
}

async function shown(actor: Actor, holder: Holder): Promise<HeldDocuments> {
  const { name, aadharLast4, verifiedAt } = await held(holder);
  const documents = await documentsOf(holder);
  const cleaned = may(actor, "seeContacts") ? name : withoutContacts(name);
  return { holder, name: cleaned, documents, aadharLast4, verifiedAt, mayCheck: may(actor, "decidePapers", holder) };
}

/**
 * Decide on one picture of a center or technician, or take that back (R401–R405). A center whose three pictures are
 * verified and whose Aadhaar number is stored counts as verified from that moment; it no longer does when a picture of
 * it is rejected or a verification taken back. An unmasked Aadhaar card is deleted at once, the others some days later
 * (H22). Idempotent; refuses with `document.none` where there is no picture, and with `document.replaced` when another
 * one was sent since the operator looked.
 */
export async function checkDocument(
  actor: Actor,
  { centerId, technicianId, value, verified, reason, blobId }: CheckDocument,
): Promise<Checked> {
  const holder: Holder = centerId ? { kind: "center", id: centerId } : { kind: "technician", id: technicianId! };
  needMay(actor, "decidePapers", holder);
  const done = async (changed: boolean) => ({ ...(await shown(actor, holder)), value, verified, changed });
  return transaction(async () => {
    await held(holder, true);
    const before = (await documentsOf(holder)).find((document) => document.value === value);
    if (!before || before.status === "NONE") throw conflict("document.none");
    if (blobId && before.blobId !== blobId) throw conflict("document.replaced");
    const status = verified ? "VERIFIED" : reason ? "REJECTED" : "PENDING";
    if (before.status === status && before.reason === (reason ?? null)) return done(false);
    // A deleted picture is not decided on again: its decision is only taken back.
    if (!before.blobId && status !== "PENDING") throw conflict("document.none");
    if (status === "PENDING") {
      await rows(
        sql`delete from document_checks where holder_kind = ${holder.kind} and holder_id = ${holder.id} and value = ${value}`,
      );
    } else {
      await rows(
        sql`insert into document_checks (holder_kind, holder_id, value, blob_id, status, reason, decided_at)
         values (${holder.kind}, ${holder.id}, ${value}, ${before.blobId}, ${status}, ${reason ?? null}, ${now()})
         on conflict (holder_kind, holder_id, value) do update set blob_id = excluded.blob_id,
           status = excluded.status, reason = excluded.reason, decided_at = excluded.decided_at, deleted_at = null`,
      );
    }
    await record(actor, {
      subject: holder.kind,
      id: holder.id,
      event: eventOf[status],
      data: { value, blobId: before.blobId, ...(reason && { reason }) },
    });
    if (reason) await tellRejected(holder, value, reason);
    if (reason === "UNMASKED") await forget(actor, holder, value, before.blobId!);
    if (holder.kind === "center") {
      // A picture without a decision changes no center; a rejected one, or a verification taken back, does.
      const against = status === "REJECTED" || before.status === "VERIFIED";
      await settle(actor, holder.id, against ? "takeBack" : undefined);
      await announce([`center:${holder.id}`]);
    }
    return done(true);
  });
}

/** A technician's paper is sent again by its center. */
async function tellRejected({ kind, id }: Holder, value: DocumentState["value"], reason: RejectReason) {
  const centerId =
    kind === "center"
      ? id
      : (await row<{ id: string }>(sql`select center_id as id from technicians where id = ${id}`))!.id;
  await emit(documentRejected, { centerId, ofTechnician: kind === "technician", value, reason });
}

const eventOf = { VERIFIED: "document.verified", REJECTED: "document.rejected", PENDING: "document.reopened" } as const;

/** Delete a decided picture now. */
export async function forget(actor: Actor, holder: Holder, value: DocumentState["value"], blobId: string) {
  if (await dropPicture(holder, value, blobId))
    await record(actor, {
      subject: holder.kind,
      id: holder.id,
      event: "document.deleted",
      data: { value, blobId },
    });
  await rows(
    sql`update document_checks set deleted_at = ${now()} where holder_kind = ${holder.kind} and holder_id = ${holder.id} and value = ${value} and deleted_at is null`,
  );
}

/** Sets or takes back a center's verification after a decision. */
async function settle(actor: Actor, centerId: string, takeBack?: "takeBack") {
  const center = await held({ kind: "center", id: centerId });
  if (takeBack) {
    if (center.verifiedAt) await verifyCenter(actor, { centerId, verified: false });
    return;
  }
  const documents = await documentsOf({ kind: "center", id: centerId });
  const complete = center.aadharLast4 !== null && documents.every(({ status }) => status === "VERIFIED");
  if (complete && center.active && !center.verifiedAt) await verifyCenter(actor, { centerId, verified: true });
}

/**
 * Store the Aadhaar number of a center (R402): of the twelve characters the last four, and a keyed hash when the whole
 * number was sent (H22). With three verified pictures the center is verified by it.
 */
export async function keepAadhar(actor: Actor, { centerId, aadharNumber }: KeepAadhar): Promise<HeldDocuments> {
  const holder: Holder = { kind: "center", id: centerId };
  needMay(actor, "decidePapers", holder);
  return transaction(async () => {
    await held(holder, true);
    const whole = /^\d{12}$/.test(aadharNumber);
    const last4 = aadharNumber.slice(-4);
    const hash = whole ? hmac("aadhar", aadharNumber) : null;
    const [changed] = await rows<{ id: string }>(
      sql`update centers set aadhar_last4 = ${last4},
          aadhar_hash = coalesce(${hash}, case when aadhar_last4 = ${last4} then aadhar_hash end)
        where id = ${centerId} and (aadhar_last4 is distinct from ${last4} or aadhar_hash is distinct from coalesce(${hash}, aadhar_hash))
       returning id`,
    );
    if (changed) await record(actor, { subject: "center", id: centerId, event: "center.aadhar" });
    await settle(actor, centerId);
    return shown(actor, holder);
  });
}
