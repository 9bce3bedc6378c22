import type { Meanwhile } from "#modules/kernel/errors.ts";
import type { MessageKey, MessageParams } from "#modules/messages/index.ts";

/** The errors of a refused form, and the values it is shown again with. */
export type Refused = {
  /** The intent that was refused or done. */
  intent?: string;
  /** The specified sentence of the act's failure; `problem` is its reason. */
  failed?: MessageKey;
  /** The sentence for the form as a whole. */
  problem?: MessageKey;
  params?: MessageParams;
  /** Field name → its error. */
  errors?: Record<string, MessageKey>;
  /** How many characters those fields may have that are too long. */
  limits?: Record<string, number>;
  /** The typed values, without secrets and files. */
  values?: Record<string, string | string[]>;
  /** What must be given besides the fields before it is done: the admin's password, and a code. */
  confirm?: { otp: boolean } | undefined;
  /** What others changed since the form was filled; it may be sent again on the version that is current now. */
  meanwhile?: Meanwhile;
};

/** The name of the button that takes over a field as others changed it; its value is the field's name. */
export const takeField = "takeTheirs";

/** The name of the button that searches the options of a select; its value is the select's name. */
export const searchOptions = "searchOptions";

/** The name of the field in which one types what to search a select's options for. */
export const searchTextOf = (select: string) => `${select}:search`;

/** Whether nothing is wrong with a form, and only the password is to be given again. */
export const isOnlyConfirm = (refused: Refused | undefined) => refused?.problem === "confirm.first";
