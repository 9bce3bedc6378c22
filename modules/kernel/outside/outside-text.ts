import { z } from "zod";
import { keepable } from "../validation.ts";

/** A text or id chosen by another service; characters that cannot be stored are removed, and it is cut at 300. */
export const outsideText = z.string().transform((value) => keepable(value, 300));
