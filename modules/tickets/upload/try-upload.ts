import { hashToken } from "#modules/kernel/crypto.server.ts";
import { row, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { log } from "#modules/kernel/log.server.ts";
import { uploadsTable } from "./uploads-table.ts";

/*
 * The work of an upload always ends: a job that fails is tried again, and its error is stored with its upload.
 * Work that fails twice with one error, or was begun five times without progress (its process died), is given up.
 */

/** How often the work of an upload begins without getting on. */
export const mostTries = 5;

/** SQLSTATE classes of transient errors: connections, conflicts, resources, an operator's restart. */
const passing = ["08", "40", "53", "57"];

/**
 * Do the work of an upload. Its error is thrown, for its job to be tried again, until it is given up: then
 * `giveUp` ends the upload in a transaction of its own, and nothing is thrown.
 */
export async function tryUpload(id: string, work: () => Promise<void>, giveUp: () => Promise<void>): Promise<void> {
  const begun = await unitOfWork(() =>
    row(
      uploadsTable()
        .updateTable("uploads")
        .set((is) => ({ tries: is("tries", "+", 1) }))
        .where("id", "=", id)
        .returning("tries"),
    ),
  );
  if (begun && begun.tries > mostTries) return giveUp();
  try {
    await work();
  } catch (error) {
    if (!(await isLast(id, error))) throw error;
    log.error({ err: error, uploadId: id }, "an upload is given up");
    await giveUp();
  }
}

/** Writes down what an upload failed for; whether it failed for that before, or too often. */
const isLast = (id: string, error: unknown): Promise<boolean> =>
  unitOfWork(() =>
    transaction(async () => {
      const before = await row(
        uploadsTable().selectFrom("uploads").select(["tries", "failure"]).where("id", "=", id).forUpdate(),
      );
      if (!before) return false;
      const failure = reasonOf(error);
      await rows(uploadsTable().updateTable("uploads").set({ failure }).where("id", "=", id));
      return before.tries >= mostTries || (failure !== null && failure === before.failure);
    }),
  );

/** Returns what identifies an error, without its message, which may name people; null for a transient error. */
function reasonOf(error: unknown): string | null {
  if (error instanceof DomainError && error.kind === "unavailable") return null;
  const { code, name, message } = error as { code?: unknown; name?: string; message?: string };
  if (typeof code === "string" && passing.some((kind) => code.startsWith(kind))) return null;
  return hashToken([name, code, message].join(" "));
}

/** Record progress of an upload in the running transaction: its tries are counted from zero again. */
export const gotOn = (id: string) => rows(uploadsTable().updateTable("uploads").set({ tries: 0 }).where("id", "=", id));
