import { sql } from "kysely";
import { z } from "zod";
import type { Actor } from "#modules/kernel/actor.ts";
import { em, row, rows } from "#modules/kernel/db/db.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import { keysetPage, type Page, type Place } from "#modules/kernel/lists/keyset.server.ts";
import { cachedBriefly } from "#modules/kernel/work/lately.server.ts";
import { catalogTopic } from "../keepers.ts";
import { may, needMay } from "../policy.ts";
import { type Blog, BlogSchema } from "./blog.entity.ts";
import type { BlogPost, BlogRow, PublishedFilter } from "./input.ts";
import { harmless, richText } from "./rich-text.ts";

/** A post without its content. */
export const presentBlog = ({ content: _, ...blog }: Omit<Blog, "content"> & { content?: string }): BlogRow => ({
  id: blog.id,
  slug: blog.slug,
  title: blog.title,
  author: blog.author,
  summary: blog.summary,
  categories: blog.categories,
  imageBlobId: blog.imageBlobId ?? null,
  isActive: blog.isActive,
  publishedAt: blog.publishedAt ?? null,
  version: blog.version,
  createdAt: blog.createdAt,
  updatedAt: blog.updatedAt,
});

/** A post to read; its content passes the allow-list again. */
const readable = (blog: Blog): BlogPost => ({ ...presentBlog(blog), content: harmless(blog.content) });

/** One post with its content, active or not, for keepers of the blog; null for one that is gone. */
export async function blogFor(actor: Actor, blogId: string): Promise<BlogPost | null> {
  needMay(actor, "keepBlog");
  const blog = await em().findOne(BlogSchema, { id: blogId }, { refresh: true });
  return blog && readable(blog);
}

/** The content of these posts by their ids, for keepers of the blog. */
export async function contentsOf(actor: Actor, blogIds: readonly string[]): Promise<Map<string, string>> {
  needMay(actor, "keepBlog");
  const contents = await rows<{ id: string; content: string }>(
    sql`select id, content from blogs where id = any(${blogIds}::uuid[])`,
  );
  return new Map(contents.map(({ id, content }) => [id, harmless(content)]));
}

/** What is written as readers would see it, for keepers of the blog; nothing is stored. */
export function previewOf(actor: Actor, written: string): string {
  needMay(actor, "keepBlog");
  return richText(written);
}

/** How many posts a page of the public list shows. */
const perPage = 10;

const listed = z.object({ publishedAt: z.date() });

/** A page of the active posts for everybody, the one published last first. */
export async function publishedBlogs(
  { category }: z.output<typeof PublishedFilter>,
  { after, before }: Pick<Place, "after" | "before">,
): Promise<Page<BlogRow>> {
  const inCategory = category ? sql`categories @> array[${category}::text]` : sql`true`;
  return keysetPage<BlogRow>(
    { kind: "anyone", phones: [], address: "" },
    { after, before, take: perPage },
    { markOf: (blog) => ({ at: listed.parse(blog).publishedAt, id: blog.id }) },
    async ({ beyond, order, limit }) => {
      const blogs = await rows<object>(
        sql`select id, slug, title, author, summary, categories, image_blob_id, is_active, published_at, version,
                created_at, updated_at
           from blogs where is_active and ${inCategory} and ${beyond("published_at", "id")}
          order by ${order("published_at", "id")} limit ${limit}`,
      );
      return blogs.map((blog) => presentBlog(em().map(BlogSchema, blog)));
    },
  );
}

/** An active post by the last part of its address, for everybody; a draft is not found like one that never was. */
export async function publishedBlog(slug: string): Promise<BlogPost> {
  const blog = await em().findOne(BlogSchema, { slug, isActive: true }, { refresh: true });
  if (!blog) throw missing("blog.notFound");
  return readable(blog);
}

/** How many posts the feed has, and the sitemap lists. */
const mostInFeed = 20;
const mostInSitemap = 5000;

/** A post as feed and sitemap name it. */
export type NamedPost = Pick<BlogRow, "slug" | "title" | "author" | "summary" | "categories" | "updatedAt"> & {
  publishedAt: Date;
};

/** The newest active posts, for the feed. */
export const newestBlogs = cachedBriefly(catalogTopic, () =>
  rows<NamedPost>(
    sql`select slug, title, author, summary, categories, updated_at as "updatedAt", published_at as "publishedAt"
       from blogs where is_active order by published_at desc, id desc limit ${mostInFeed}`,
  ),
);

/** The addresses of the active posts, for the sitemap. */
export const blogAddresses = cachedBriefly(catalogTopic, () =>
  rows<Pick<NamedPost, "slug" | "updatedAt">>(
    sql`select slug, updated_at as "updatedAt" from blogs where is_active order by published_at desc, id desc limit ${mostInSitemap}`,
  ),
);

/** Whether an actor may see a post's picture: keepers of the blog, and everybody while the post is active. */
export async function maySeeBlogPicture(actor: Actor, blobId: string): Promise<boolean> {
  if (may(actor, "keepBlog")) return true;
  return Boolean(await row(sql`select 1 from blogs where image_blob_id = ${blobId} and is_active`));
}
