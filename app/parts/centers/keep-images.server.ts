import type { FilesTaken, FormValue } from "#app/http/request/form.server.ts";
import { storeTechnicianImage } from "#modules/centers/index.ts";
import { imageFields, type TechnicianImage } from "#modules/centers/shared.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";

/** The files a form with these pictures takes, where no JavaScript has uploaded them before. */
export const imageFiles = (kinds: readonly TechnicianImage[]): FilesTaken => ({
  names: kinds.map((kind) => imageFields[kind].file),
  most: kinds.length,
  bytes: 10 * 1024 * 1024,
});

/**
 * Stores pictures before the form is validated, so that another field's error does not lose them, and puts their ids
 * among the fields. Answers the refusal of a picture, to be thrown after the others are stored.
 */
export async function storeImages(
  center: ActorOf<"center">,
  fields: Map<string, FormValue[]>,
  kinds: readonly TechnicianImage[],
): Promise<unknown> {
  let refusal: unknown;
  for (const kind of kinds) {
    const { blob, file } = imageFields[kind];
    const upload = fields.get(file)?.find((value) => typeof value !== "string");
    fields.delete(file);
    if (!upload) continue;
    try {
      fields.set(blob, [(await storeTechnicianImage(center, { kind, upload })).blobId]);
    } catch (error) {
      refusal ??= error;
    }
  }
  return refusal;
}
