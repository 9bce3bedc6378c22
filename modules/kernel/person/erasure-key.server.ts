import { sql } from "kysely";
import { rows } from "../db/db.server.ts";

/** The keyed hash by which an erasure finds a phone again that came back with a backup, or with a file sent before it. */
export const erasureKey = "erasure";

/**
 * An erasure begins, until the transaction ends: what others store of people (`lockAgainstErasures`) was stored before,
 * and is found, or comes after it, and knows of it. Before any other lock that both want.
 */
export const lockForErasure = () => rows(sql`select pg_advisory_xact_lock(hashtextextended('erasures', 0))`);

/** No erasure begins until the transaction ends; the erasures that have begun are known from here on. */
export const lockAgainstErasures = () =>
  rows(sql`select pg_advisory_xact_lock_shared(hashtextextended('erasures', 0))`);
