import type { FilesTaken, FormValue } from "#app/http/request/form.server.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { invalid } from "#modules/kernel/errors.ts";
import { addOnsitePicture } from "#modules/tickets/index.ts";

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

/** The same for a form that is there for pictures alone. */
export async function needSentPictures(worker: Worker, fields: Fields): Promise<void> {
  if ((await keepPictures(worker, fields)) === 0) throw invalid("image.missing", { pictures: "image.missing" });
}
