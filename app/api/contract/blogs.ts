import { z } from "zod";
import { none } from "#app/http/doors/fresh.server.ts";
import { callLimit, reads } from "#app/http/doors/use-limit.server.ts";
import { addBlog, blogPermission, blogsPage, changeBlog, deleteBlog, switchBlog } from "#modules/catalog/index.ts";
import { AddBlog, BlogRef, ChangeBlog, SwitchBlog } from "#modules/catalog/shared.ts";
import { cursor, emptyAsUndefined, wholeNumber } from "#modules/kernel/validation.ts";
import { type Contract, call } from "../line/call.server.ts";
import { optionalTextRefusals, pictureRefusals } from "../line/refusals.ts";
import { wire } from "../line/wire.ts";
import { BlogShape, blog } from "../shapes/content.ts";

/* The blog (002 §7). */

const keeping = { as: ["admin"], can: blogPermission, limit: callLimit, once: "in its transaction" } as const;
const reading = { as: ["admin"], can: blogPermission, limit: reads.own } as const;

const blogNames = {
  title: "title",
  author: "author",
  content: "content",
  summary: "summary",
  categories: "categories",
};

/** A page holds whole posts, so it has few. */
const BlogsPage = z.object({
  after: cursor,
  take: z.preprocess(emptyAsUndefined, wholeNumber(1, 25).default(25)),
});
const pageNames = { after: "after", take: "take" };

export const blogs = {
  "GET blogs/getAllBlogs": call({
    ...reading,
    summary: "The posts, newest first, up to 25 a page; `after` is the `next` of the page before",
    input: wire(pageNames, BlogsPage, ["form.cursor", "form.number"]),
    run: (admin, page) => blogsPage(admin, page),
    answer: z.array(BlogShape),
    reply: ({ rows }) => rows.map(blog),
    next: ({ next }) => next,
  }),
  "GET blogs/getActiveBlogs": call({
    ...reading,
    summary: "The active posts, newest first, up to 25 a page; `after` is the `next` of the page before",
    input: wire(pageNames, BlogsPage, ["form.cursor", "form.number"]),
    run: (admin, page) => blogsPage(admin, { ...page, active: true }),
    answer: z.array(BlogShape),
    reply: ({ rows }) => rows.map(blog),
    next: ({ next }) => next,
  }),
  "POST blogs/createBlogs": call({
    fresh: none("Shows what was written to everybody, for no money"),
    ...keeping,
    summary: "Post to the blog (multipart; blogimage smaller than 1 MB); everybody reads it at once",
    input: wire(blogNames, AddBlog, [...optionalTextRefusals, "blog.titleTooLong"]),
    file: "blogimage",
    run: (admin, { upload, ...input }) => addBlog(admin, input, upload?.path),
    refuses: { 422: [...pictureRefusals, "blog.pictureTooLarge"] },
    answer: BlogShape,
    reply: blog,
    say: "blog.added",
  }),
  "POST blogs/updateBlogs": call({
    fresh: none("Shows what was written to everybody, for no money"),
    ...keeping,
    summary: "Change a post (multipart); without blogimage it keeps its picture, without content it has none",
    input: wire({ blogId: "blogId", ...blogNames }, ChangeBlog, [
      ...optionalTextRefusals,
      "blog.titleTooLong",
      "form.id",
    ]),
    file: "blogimage",
    run: (admin, { upload, ...input }) => changeBlog(admin, input, upload?.path),
    refuses: { 404: ["blog.notFound"], 422: pictureRefusals },
    answer: BlogShape,
    reply: blog,
    say: "blog.updated",
  }),
  "POST blogs/editBlogStatus": call({
    fresh: none("Shows what was written to everybody, for no money"),
    ...keeping,
    summary: "Let everybody read a post (status true) or nobody (false); it is answered as isActive",
    input: wire({ blogId: "blogId", status: "active" }, SwitchBlog, ["form.choice", "form.id"]),
    run: switchBlog,
    refuses: { 404: ["blog.statusFailed"] },
    answer: BlogShape,
    reply: blog,
  }),
  "DELETE blogs/deleteBlogs/{id}": call({
    fresh: none("Shows what was written to everybody, for no money"),
    ...keeping,
    summary: "Delete a post and its picture",
    input: wire({ id: "blogId" }, BlogRef, ["form.id"]),
    run: deleteBlog,
    refuses: { 404: ["blog.deleteFailed"] },
    answer: z.null(),
    reply: () => null,
    say: "blog.deleted",
  }),
} satisfies Contract;
