import { z } from "zod";
import { id, phone, text } from "#modules/kernel/validation.ts";

/** The most desk logins a center has at a time. */
export const mostDeskLogins = 5;

/** Add a person to a center's desk. */
export const AddDeskLogin = z.object({ name: text(60), phone });
export type AddDeskLogin = z.output<typeof AddDeskLogin>;

/** Names a desk login. */
export const DeskLoginRef = z.object({ loginId: id });
export type DeskLoginRef = z.output<typeof DeskLoginRef>;
