import { z } from "zod";
import { exactText, id, messageKey } from "#modules/kernel/validation.ts";

/** Unwrap a reference from an API call: an id, or an object that has it as `_id`. */
export const withoutWrapper = (value: unknown) =>
  value && typeof value === "object" && "_id" in value ? value._id : (value ?? undefined);

/** A required service, as an id or `{_id}`. */
export const chosenService = z.preprocess(
  withoutWrapper,
  exactText(100, "form.incomplete", "form.id").refine(
    (value) => value === "" || id.safeParse(value).success,
    messageKey("form.id"),
  ),
);
