import { z } from "zod";
import type { MessageKey } from "../kernel/messages/index.ts";
import { id } from "../kernel/validation.ts";

const key = (message: MessageKey) => message;

/** A reference as calls send it: an id, or an object that has it as `_id`. */
export const withoutWrapper = (value: unknown) =>
  value && typeof value === "object" && "_id" in value ? value._id : (value ?? undefined);

/** A service that must be chosen, as an id or `{_id}`. */
export const chosenService = z.preprocess(
  withoutWrapper,
  z
    .string(key("form.incomplete"))
    .min(1, key("form.incomplete"))
    .refine((value) => value === "" || id.safeParse(value).success, key("form.id")),
);
