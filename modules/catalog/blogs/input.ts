import { z } from "zod";
import { id, lenient, optionalLines, optionalText, text, trueOrFalse, version } from "#modules/kernel/validation.ts";
import type { MessageKey } from "#modules/messages/index.ts";

/** The most categories of a post, and the longest name of one. */
export const mostCategories = 8;
export const longestCategory = 30;

/** The most bytes of a post's stored content: a form field carries no more than 64 KiB. */
export const mostContentBytes = 60_000;

/** A post without its content, as operators see it in the list. */
export type BlogRow = {
  id: string;
  slug: string;
  title: string;
  author: string;
  summary: string;
  categories: string[];
  imageBlobId: string | null;
  isActive: boolean;
  publishedAt: Date | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
};

/** A post with its content, which is harmless HTML. */
export type BlogPost = BlogRow & { content: string };

/** Names separated by commas, each once in whatever case; a list of names is taken as well. */
const categories = z.preprocess(
  (value) => (Array.isArray(value) ? value.join(",") : value),
  text(mostCategories * (longestCategory + 2))
    .transform((names) => eachOnce(names.split(",").map((name) => name.trim())))
    .refine((names) => names.length > 0, "form.incomplete" satisfies MessageKey)
    .refine(
      (names) => names.length <= mostCategories && names.every(({ length }) => length <= longestCategory),
      "blog.categoriesTooMany" satisfies MessageKey,
    ),
);

function eachOnce(names: readonly string[]): string[] {
  const once = new Map(names.filter(Boolean).map((name) => [name.toLowerCase(), name]));
  return [...once.values()];
}

const blogFields = {
  title: text(80, "form.incomplete", "blog.titleTooLong"),
  author: text(60),
  summary: text(300),
  categories,
  /** HTML, or plain text; what is not on the allow-list is taken out. Not given, a post has none. */
  content: optionalLines(mostContentBytes),
  /** A picture uploaded before (`storeBlogPicture`). */
  pictureId: id.optional(),
};

/** A new post, which everybody reads at once unless it is said to be a draft (R435, R485). */
export const AddBlog = z.object({ ...blogFields, active: trueOrFalse.default("true") });
/** A post with its new facts; without another picture it keeps its own. */
export const ChangeBlog = z.object({ blogId: id, version: version.optional(), ...blogFields });
/** The form of a post to change, which can also take its picture away. */
export const BlogChangeForm = ChangeBlog.extend({ removePicture: z.literal("yes").optional() });
/** A post as its writer looks at it before it is sent; nothing of it is needed. */
export const PreviewBlog = z.object({
  title: optionalText(200),
  author: optionalText(200),
  summary: optionalText(1000),
  categories: optionalText(1000),
  content: optionalLines(mostContentBytes),
  pictureId: id.optional().catch(undefined),
});
export const BlogRef = z.object({ blogId: id });
/** Whether everybody reads it (R436). */
export const SwitchBlog = z.object({ blogId: id, active: trueOrFalse });
/** What the public list is asked for. */
export const PublishedFilter = z.object({ category: lenient(text(longestCategory)) });

export type AddBlog = z.output<typeof AddBlog>;
export type ChangeBlog = z.output<typeof BlogChangeForm>;
export type BlogRef = z.output<typeof BlogRef>;
export type SwitchBlog = z.output<typeof SwitchBlog>;
