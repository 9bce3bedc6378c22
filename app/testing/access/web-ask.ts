import type { Ids, Knock } from "./ask.ts";
import type { Tenant } from "./tenant.ts";

type Fields = Record<string, string> | ((ids: Ids, tenant: Tenant) => Record<string, string>);
const fieldsOf = (fields: Fields, ids: Ids, tenant: Tenant) =>
  typeof fields === "function" ? fields(ids, tenant) : fields;

/** A request for a page with a query. */
export const page = (to: string, what: Omit<Knock, "ask"> & { with?: Fields }): Knock => ({
  ...what,
  ask: (ids, tenant) => {
    const filled = to.replace(/:(\w+)\??/g, (_, name: string) => ids[name] ?? "");
    const query = new URLSearchParams(fieldsOf(what.with ?? {}, ids, tenant)).toString();
    return { to: query ? `${filled}?${query}` : filled };
  },
});
/** A submission of a page's form. */
export const form = (
  to: string,
  intent: string,
  what: Omit<Knock, "ask"> & { with?: Fields; file?: string },
): Knock => ({
  ...what,
  ask: (ids, tenant) => ({
    to: to.replace(/:(\w+)\??/g, (_, name: string) => ids[name] ?? ""),
    form: { intent, ...fieldsOf(what.with ?? {}, ids, tenant) },
    ...(what.file && { file: what.file }),
  }),
});
