import { changedMeanwhile } from "#modules/access/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { changesBetween } from "#modules/kernel/db/changes.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { type FieldValues, invalid, missing } from "#modules/kernel/errors.ts";
import { removeBlob } from "#modules/kernel/files/blobs.server.ts";
import type { Switched } from "#modules/kernel/lists/switched.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { oneChangeAtATime } from "../keepers.ts";
import { chosenPicture, dropPicture, keepPicture, storePicture } from "../pictures.ts";
import { needMay } from "../policy.ts";
import { type Blog, BlogSchema } from "./blog.entity.ts";
import { presentBlog } from "./blogs.ts";
import {
  type AddBlog,
  type BlogPost,
  type BlogRef,
  type ChangeBlog,
  mostContentBytes,
  type SwitchBlog,
} from "./input.ts";
import { richText } from "./rich-text.ts";
import { freeSlug } from "./slug.ts";

/** Store a picture for a post, re-encoded, until one is saved with it (Q124). For keepers of the blog. */
export async function storeBlogPicture(
  actor: Actor,
  { upload }: { upload: { path: string } | undefined },
): Promise<{ pictureId: string }> {
  needMay(actor, "keepBlog");
  return storePicture(actor, "blog", upload);
}

/**
 * Add a post, which everybody reads at once unless it is a draft; its picture was uploaded before, or comes as a file
 * (R435, R485). For keepers of the blog.
 */
export async function addBlog(
  actor: Actor,
  { pictureId, active, ...input }: AddBlog,
  file?: string | Buffer,
): Promise<BlogPost> {
  needMay(actor, "keepBlog");
  const facts = factsOf(input);
  const picture = await chosenPicture("blog", pictureId, file);
  return transaction(async () => {
    await oneChangeAtATime();
    const isActive = active === "true";
    const slug = await freeSlug(input.title);
    const blog = em().create(BlogSchema, { ...facts, slug, isActive, publishedAt: isActive ? now() : null });
    await em().flush();
    if (picture) await keepPicture("blog", blog, picture);
    await note(actor, "blog.added", blog);
    return present(blog);
  });
}

/**
 * Change a post; its address stays. A picture given with `removePicture` takes the place of the one removed. Refused (409) when somebody changed it since `version`. For keepers of the blog.
 */
export async function changeBlog(
  actor: Actor,
  { blogId, version, pictureId, removePicture, ...input }: ChangeBlog,
  file?: string | Buffer,
): Promise<BlogPost> {
  needMay(actor, "keepBlog");
  const facts = factsOf(input);
  const picture = await chosenPicture("blog", pictureId, file);
  return transaction(async () => {
    await oneChangeAtATime();
    const blog = await existing(blogId);
    if (version !== undefined && version !== blog.version) throw await changedSince(actor, blog, version);
    const before = fieldsOf(blog);
    const pictureChanged = picture && (await keepPicture("blog", blog, picture));
    if (removePicture && !pictureChanged) await dropPicture(blog);
    em().assign(blog, { ...facts, version: blog.version + 1 });
    await note(actor, "blog.changed", blog, changesBetween(before, fieldsOf(blog), short));
    return present(blog);
  });
}

/** Let everybody read a post, or nobody; its day of publishing is that of the first time (R436). For its keepers. */
export const switchBlog = (actor: Actor, { blogId, active }: SwitchBlog): Promise<BlogPost & Switched> =>
  changing(actor, async () => {
    const blog = await existing(blogId, "blog.statusFailed");
    const isActive = active === "true";
    if (blog.isActive === isActive) return { ...present(blog), changed: false };
    em().assign(blog, {
      isActive,
      version: blog.version + 1,
      publishedAt: blog.publishedAt ?? (isActive ? now() : null),
    });
    await note(actor, isActive ? "blog.switchedOn" : "blog.switchedOff", blog);
    return { ...present(blog), changed: true };
  });

/** Delete a post and its picture. For keepers of the blog. */
export const deleteBlog = (actor: Actor, { blogId }: BlogRef): Promise<void> =>
  changing(actor, async () => {
    const blog = await existing(blogId, "blog.deleteFailed");
    const { imageBlobId } = blog;
    await note(actor, "blog.deleted", blog);
    em().remove(blog);
    await em().flush();
    if (imageBlobId) await removeBlob(imageBlobId);
  });

const present = (blog: Blog): BlogPost => ({ ...presentBlog(blog), content: blog.content });

/** What is stored of what was written; refused when its content is longer than a form can bring back. */
function factsOf({ content = "", ...input }: Pick<AddBlog, "title" | "author" | "summary" | "categories" | "content">) {
  const html = richText(content);
  if (Buffer.byteLength(html) > mostContentBytes) throw invalid("form.incomplete", { content: "blog.contentTooLong" });
  return { ...input, content: html };
}

async function changing<T>(actor: Actor, change: () => Promise<T>): Promise<T> {
  needMay(actor, "keepBlog");
  return transaction(async () => {
    await oneChangeAtATime();
    return change();
  });
}

async function existing(blogId: string, key: MessageKey = "blog.notFound"): Promise<Blog> {
  const blog = await em().findOne(BlogSchema, { id: blogId }, { refresh: true });
  if (!blog) throw missing(key);
  return blog;
}

/** A post as the fields of its form. */
const fieldsOf = (blog: Blog): FieldValues => ({
  title: blog.title,
  author: blog.author,
  summary: blog.summary,
  categories: blog.categories.join(", "),
  content: blog.content,
  pictureId: blog.imageBlobId ?? null,
});
/** Of the content and the picture it is told that they changed. */
const short = ({ content: _, pictureId: __, ...fields }: FieldValues): FieldValues => fields;
const fieldNames: Record<string, MessageKey> = {
  title: "common.title",
  author: "blog.author",
  summary: "blog.summary",
  categories: "common.categories",
  content: "blog.content",
  pictureId: "blog.pictureLabel",
  active: "common.status",
};

const changedSince = (actor: Actor, blog: Blog, sent: number) =>
  changedMeanwhile(actor, {
    subject: "catalog",
    id: blog.id,
    sent,
    version: blog.version,
    names: fieldNames,
    now: short(fieldsOf(blog)),
    fieldsOf: (event) => (event.startsWith("blog.switched") ? ["active"] : []),
  });

const note = async (actor: Actor, event: string, blog: Blog, changes: object = {}) => {
  await em().flush();
  await record(actor, {
    subject: "catalog",
    id: blog.id,
    event,
    data: {
      title: blog.title,
      slug: blog.slug,
      isActive: blog.isActive,
      picture: blog.imageBlobId ?? null,
      author: blog.author,
      summary: blog.summary,
      categories: blog.categories,
      bytes: Buffer.byteLength(blog.content),
      version: blog.version,
      ...changes,
    },
  });
};
