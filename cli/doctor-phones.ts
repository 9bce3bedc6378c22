import type pg from "pg";

/** A line of `doctor`: `look` is in order, but its advice should be read. */
type Line = { check: string; ok: boolean; look?: boolean; found: string; advice?: string };

/** Admins whose password cannot be reset by phone: their number was another admin's, or is not proved. */
export async function phones(client: pg.Client, ask: <T>(question: () => Promise<T>) => Promise<T>): Promise<Line> {
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
