import { rowId } from "#modules/kernel/db/row-id.ts";
import { aPhone } from "#modules/testing/factories.ts";
import type { Knock } from "./ask.ts";
import { form, page } from "./web-ask.ts";

const browser = { for: ["center"] } as const;

/** Who signs in at a center's desk; no tenant has such a login beside the caller of that kind. */
export const deskLoginDoors: Record<string, Knock> = {
  "GET /center-logins": page("/center-logins", browser),
  "POST /center-logins add": form("/center-logins", "add", {
    ...browser,
    with: () => ({ name: "Asha", phone: aPhone() }),
  }),
  "POST /center-logins end": form("/center-logins", "end", { ...browser, with: () => ({ loginId: rowId() }) }),
};
