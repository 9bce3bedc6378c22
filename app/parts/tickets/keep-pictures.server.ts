import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { FilesTaken, FormValue } from "#app/http/request/form.server.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { invalid } from "#modules/kernel/errors.ts";
import { addOnsitePicture } from "#modules/tickets/index.ts";
import { TicketRef } from "#modules/tickets/shared.ts";

type Fields = Map<string, FormValue[]>;
type Worker = ActorOf<"center" | "technician">;

/** The most on-site pictures a request can have. */
export const pictureFiles: FilesTaken = { names: ["pictures"], most: 10, bytes: 10 * 1024 * 1024 };

/** Stores pictures sent with a form before it is validated, so that a wrong code does not lose them; returns how many. */
export async function keepPictures(worker: Worker, fields: Fields): Promise<number> {
  const files = (fields.get("pictures") ?? []).filter((value) => typeof value !== "string");
  fields.delete("pictures");
  const ticketId = String(fields.get("ticketId")?.at(-1) ?? "");
  for (const { path } of files) await addOnsitePicture(worker, { ticketId, upload: path });
  // Adding pictures raised the request's version, so the one the form was opened with is outdated.
  if (files.length > 0) fields.delete("version");
  return files.length;
}

/** The same for a form without anything else: refused without a picture. */
async function needSentPictures(worker: Worker, fields: Fields): Promise<void> {
  if ((await keepPictures(worker, fields)) === 0) throw invalid("image.missing", { pictures: "image.missing" });
}

/** The intent of a form that is there for pictures alone. */
export const picturesIntent = {
  limit: formLimit,
  files: pictureFiles,
  prepare: needSentPictures,
  input: TicketRef,
  run: () => {},
  // Each picture was stored in its own transaction before this, so only the redirect is stored with the form's key.
  once: "as often as asked",
  say: "pictures.saved",
} as const;
