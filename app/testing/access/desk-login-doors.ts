import { addDeskLogin } from "#modules/centers/index.ts";
import { unitOfWork } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { aPhone, asCenter } from "#modules/testing/factories.ts";
import { call, type Knock, read } from "./ask.ts";
import type { Tenant } from "./tenant.ts";
import { form, page } from "./web-ask.ts";

const browser = { for: ["center"] } as const;

const logins = new WeakMap<Tenant, Promise<string>>();

/** The id of a desk login of a tenant's center, added when first asked for. */
function login(tenant: Tenant): Promise<string> {
  const known = logins.get(tenant) ?? unitOfWork(() => addLogin(tenant));
  logins.set(tenant, known);
  return known;
}

const addLogin = async (tenant: Tenant) =>
  (await addDeskLogin(asCenter(await tenant.center()), { name: `Usha ${tenant.secret}`, phone: aPhone() })).id;

/** Who signs in at a center's desk. */
export const deskLoginDoors: Record<string, Knock> = {
  "GET /center-logins": page("/center-logins", browser),
  "POST /center-logins add": form("/center-logins", "add", {
    ...browser,
    with: () => ({ name: "Asha", phone: aPhone() }),
  }),
  "GET api/center/desk-logins": read("center/desk-logins", browser),
  "POST api/center/desk-logins": call("center/desk-logins", {
    ...browser,
    send: () => ({ name: "Asha", mobile_number: aPhone() }),
  }),
  "DELETE api/center/desk-logins/{id}": call("center/desk-logins/{id}", { ...browser, ids: { id: login } }),
  "POST /center-logins end": form("/center-logins", "end", { ...browser, with: () => ({ loginId: rowId() }) }),
};
