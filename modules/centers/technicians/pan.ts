import { sql } from "kysely";
import { hmac, seal, unseal } from "#modules/kernel/crypto.server.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { type Left, readable, type SealedPlace, sealedColumn } from "#modules/kernel/secrets/sealed-places.server.ts";

/** What is stored of a PAN (H22): sealed, for reading; the last four characters; a keyed hash, for lookup. */
export const panTrace = (pan: string) => ({
  panSealed: seal(pan),
  panLast4: pan.slice(-4),
  panHash: hmac("pan", pan),
});

/** A PAN as shown to those who need not read it: `XXXXXX234F`. */
export const maskedPan = (last4: string) => `XXXXXX${last4}`;

type StoredPan = { panSealed: string | null; panLast4: string | null; panClear: string | null };

/**
 * A stored PAN in full (`whole`, for its center) or masked; `panClear` holds one only until the worker has sealed it.
 */
export function panOf({ panSealed, panLast4, panClear }: StoredPan, whole: boolean): string | null {
  const last4 = panLast4 ?? panClear?.slice(-4);
  if (!last4) return null;
  const masked = maskedPan(last4);
  if (!whole) return masked;
  return panSealed ? (readable("technicians.pan_sealed", () => unseal(panSealed)) ?? masked) : panClear;
}

const sealedPan = sealedColumn({
  table: "technicians",
  column: "pan_sealed",
  derived: (pan) => ({ pan_hash: hmac("pan", pan) }),
});

/** Unsealed PANs of older rows: sealing them removes the clear text. */
const clearPan: SealedPlace = {
  name: "technicians.pan_number",
  count: async () => (await row<Left>(sql`select count(pan_number)::int as left, 0 as unknown from technicians`))!,
  batch: async (after, take) => {
    const technicians = await rows<{ id: string; pan: string }>(
      sql`select id, pan_number as pan from technicians
        where pan_number is not null and (${after}::uuid is null or id > ${after}) order by id limit ${take}`,
    );
    for (const { id, pan } of technicians) {
      const { panSealed, panLast4, panHash } = panTrace(pan);
      await rows(
        sql`update technicians set pan_sealed = ${panSealed}, pan_last4 = ${panLast4}, pan_hash = ${panHash}, pan_number = null
          where id = ${id} and pan_number = ${pan}`,
      );
    }
    return technicians.length < take ? null : technicians.at(-1)!.id;
  },
};

export const panSealedIn: readonly SealedPlace[] = [sealedPan, clearPan];
