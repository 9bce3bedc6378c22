import type pg from "pg";
import type { Ask, Finding } from "./finding.ts";

/** Admins whose password cannot be reset by phone: their number was another admin's, or is not proved. */
export async function adminPhones(client: pg.Client, ask: Ask): Promise<Finding> {
  const check = "admin phones";
  const there = await client.query(
    "select 1 from information_schema.columns where table_name = 'admins' and column_name = 'mobile_emptied'",
  );
  if (there.rows.length === 0) return { check, ok: true, found: "not looked at before the migration" };
  const { mobilesToSet } = await import("#modules/access/index.ts");
  const { emptied, unproved } = await ask(mobilesToSet);
  const listed = (names: readonly string[]) => `${names.length} (${names.slice(0, 20).join(", ")})`;
  const lines = [
    emptied.length > 0 && `without a number, because another admin has it: ${listed(emptied)}`,
    unproved.length > 0 && `with a number they have not proved: ${listed(unproved)}`,
  ].filter(Boolean);
  return {
    check,
    ok: true,
    look: lines.length > 0,
    found: lines.join("; ") || "every stored number is one admin's, and proved",
    advice:
      "until then a forgotten password is not reset by phone. Numbers are entered at Users or by " +
      "`npm run cli -- admin set-mobile <username> <number> --yes`, and proved by their OTP at the next login",
  };
}

/** Keys of clients that work although whoever made them is switched off. */
export async function clientKeys(client: pg.Client, ask: Ask): Promise<Finding> {
  const check = "client keys";
  const there = await client.query("select to_regclass('public.client_keys') is not null as yes");
  if (!there.rows[0].yes) return { check, ok: true, found: "none yet" };
  const { keysOfUsersOff } = await import("#modules/catalog/index.ts");
  const working = await ask(keysOfUsersOff);
  const examples = working.slice(0, 5).map(({ client, name, prefix }) => `${name} (${prefix}…) of ${client}`);
  const more = working.length > examples.length ? ` and ${working.length - examples.length} more` : "";
  return {
    check,
    ok: true,
    look: working.length > 0,
    found:
      working.length > 0
        ? `made by users who are switched off: ${examples.join(", ")}${more}`
        : "all of users who may sign in",
    advice: "renew them with their client, or npm run cli -- clients keys revoke <key> --yes",
  };
}
