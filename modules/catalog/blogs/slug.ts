import { sql } from "kysely";
import { rows } from "#modules/kernel/db/db.server.ts";

/** The most characters of an address part made from a title. */
const longest = 70;

/** A title as a part of an address: its letters and digits in any script, in small letters, joined by hyphens. */
export const slugOf = (title: string): string =>
  title
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .slice(0, longest)
    .replace(/^-+|-+$/g, "") || "post";

/** The part of the address for a new post, numbered where others have it; the caller holds the catalog's lock. */
export async function freeSlug(title: string): Promise<string> {
  const slug = slugOf(title);
  const taken = await rows<{ slug: string }>(
    sql`select slug from blogs where slug = ${slug} or starts_with(slug, ${slug} || '-') order by slug limit 10000`,
  );
  const names = new Set(taken.map(({ slug }) => slug));
  if (!names.has(slug)) return slug;
  let n = 2;
  while (names.has(`${slug}-${n}`)) n += 1;
  return `${slug}-${n}`;
}
