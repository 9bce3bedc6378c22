import type { Admin, DeskList } from "#app/parts/lists/desk-list.server.ts";
import { blogFor, blogPermission, blogsList } from "#modules/catalog/index.ts";
import type { BlogRow } from "#modules/catalog/shared.ts";
import { id } from "#modules/kernel/validation.ts";

/* The posts as a screen (002 §2.14, R436). */

const acts = ["add", "edit", "view", "delete"] as const;

const blogExtra = (_admin: Admin, row: BlogRow) => row;

/** The open dialog: a new post, or the one it is about; null for one that is gone. */
async function dialogOf(admin: Admin, act: string | undefined, of: string | undefined) {
  if (act === "add") return { act, blog: null } as const;
  const known = acts.find((each) => each === act);
  const blogId = id.safeParse(of);
  const blog = known && blogId.success ? await blogFor(admin, blogId.data) : null;
  return known && blog ? { act: known, blog } : null;
}

export type BlogDialogView = NonNullable<Awaited<ReturnType<typeof dialogOf>>>;

export const blogDesk: DeskList<BlogRow, BlogRow, { dialog: BlogDialogView | null }> = {
  list: blogsList,
  path: "/blog",
  filters: [{ name: "search", label: "blog.search", maxLength: 60, find: true }],
  views: { active: { label: "common.active", filter: () => ({ active: true }) } },
  allDays: true,
  dialogs: acts,
  add: { to: "/blog?act=add", label: "blog.add", can: blogPermission },
  extras: blogExtra,
  also: async (admin, { act, of }) => ({ dialog: await dialogOf(admin, act, of) }),
};
