import { sql } from "kysely";
import { z } from "zod";
import type { Actor } from "#modules/kernel/actor.ts";
import { em, rows } from "#modules/kernel/db/db.server.ts";
import { allOf } from "#modules/kernel/db/sql.ts";
import {
  type Count,
  countRows,
  type Page,
  type Place,
  pageByCreation,
  pageMap,
} from "#modules/kernel/lists/keyset.server.ts";
import { defineList } from "#modules/kernel/lists/list.server.ts";
import { bound, optionalText } from "#modules/kernel/validation.ts";
import { blogPermission, needMay } from "../policy.ts";
import { BlogSchema } from "./blog.entity.ts";
import { contentsOf, presentBlog } from "./blogs.ts";
import type { BlogPost, BlogRow } from "./input.ts";

/* The posts as a list (002 §2.14, R436). */

const BlogsFilter = z.object({
  /** A part of the title, the author or a category. */
  search: optionalText(60),
  active: z.boolean().optional(),
  /** The days it was created. */
  from: bound("start"),
  to: bound("end"),
  oldestFirst: z.boolean().optional(),
});
type BlogsFilter = z.output<typeof BlogsFilter>;

function filterCondition(actor: Actor, { search, active, from, to }: BlogsFilter) {
  needMay(actor, "keepBlog");
  return allOf([
    search &&
      sql`position(${search.toLowerCase()} in
         lower(concat_ws(' ', b.title, b.author, array_to_string(b.categories, ', ')))) > 0`,
    active !== undefined && (active ? sql`b.is_active` : sql`not b.is_active`),
    from && sql`b.created_at >= ${from}`,
    to && sql`b.created_at <= ${to}`,
  ]);
}

/** A page of the posts without their content, newest first, for keepers of the blog. */
async function listBlogs(
  actor: Actor,
  { after, before, take, ...filter }: BlogsFilter & Place,
): Promise<Page<BlogRow>> {
  const where = filterCondition(actor, filter);
  return pageByCreation<BlogRow>(actor, { after, before, take, oldestFirst: filter.oldestFirst }, "b", async (rest) => {
    const blogs = await rows<object>(
      sql`select b.id, b.slug, b.title, b.author, b.summary, b.categories, b.image_blob_id, b.is_active,
                b.published_at, b.version, b.created_at, b.updated_at
           from blogs b where ${where} ${rest}`,
    );
    return blogs.map((blog) => presentBlog(em().map(BlogSchema, blog)));
  });
}

async function countBlogs(actor: Actor, filter: BlogsFilter): Promise<Count> {
  return countRows(sql`from blogs b where ${filterCondition(actor, filter)}`);
}

/** A page of the posts with their content, all or the active ones, for keepers of the blog (R436). */
export async function blogsPage(
  actor: Actor,
  { active, ...place }: Pick<BlogsFilter, "active"> & Place,
): Promise<Page<BlogPost>> {
  const page = await listBlogs(actor, { active, ...place });
  const contents = await contentsOf(
    actor,
    page.rows.map(({ id }) => id),
  );
  return pageMap(page, (blog) => ({ ...blog, content: contents.get(blog.id) ?? "" }));
}

/** R436: the posts, all or the active ones. */
export const blogsList = defineList<typeof BlogsFilter, BlogRow>({
  name: "blogs",
  title: "common.blog",
  can: blogPermission,
  filter: BlogsFilter,
  key: ({ id }) => id,
  page: listBlogs,
  count: countBlogs,
  columns: [
    { id: "title", label: "common.title", kind: "text", width: 196, value: ({ title }) => title },
    {
      id: "status",
      label: "common.status",
      kind: "text",
      width: 112,
      always: true,
      value: ({ isActive }, tell) => tell(isActive ? "common.active" : "common.inactive"),
    },
    { id: "author", label: "blog.author", kind: "text", width: 104, value: ({ author }) => author },
    {
      id: "categories",
      label: "common.categories",
      kind: "text",
      width: 108,
      value: ({ categories }) => categories.join(", "),
    },
    { id: "summary", label: "blog.summary", kind: "text", width: 112, value: ({ summary }) => summary },
    { id: "published", label: "blog.published", kind: "moment", width: 94, value: ({ publishedAt }) => publishedAt },
    {
      id: "created",
      label: "common.createdOn",
      kind: "moment",
      width: 94,
      sorts: true,
      value: ({ createdAt }) => createdAt,
    },
    { id: "address", label: "common.address", kind: "text", on: "file", value: ({ slug }) => `/blogs/${slug}` },
  ],
});
