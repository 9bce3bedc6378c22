import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readableDocument } from "#modules/centers/index.ts";
import type { ActorOf, Permission } from "#modules/kernel/actor.ts";
import { day, freezeClock, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { findBlob } from "#modules/kernel/files/blobs.server.ts";
import { fieldErrors } from "#modules/kernel/validation.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aBlog, asVisitor } from "#modules/testing/factories.ts";
import { aPhoto } from "#modules/testing/work.ts";
import { sweepPictures } from "../pictures.ts";
import { AddBlog, BlogChangeForm, mostCategories, SwitchBlog } from "../shared.ts";
import {
  blogAddresses,
  blogFor,
  contentsOf,
  type maySeeBlogPicture,
  newestBlogs,
  previewOf,
  publishedBlog,
  publishedBlogs,
} from "./blogs.ts";
import { blogsList } from "./blogs-list.ts";
import { addBlog, changeBlog, deleteBlog, storeBlogPicture, switchBlog } from "./save-blog.ts";
import { slugOf } from "./slug.ts";

openDatabase();

const asking = (permissions: readonly Permission[], role: "ROLE" | "CLIENT" = "ROLE"): ActorOf<"admin"> => ({
  kind: "admin",
  adminId: randomUUID(),
  name: "Asha",
  role,
  sessionId: randomUUID(),
  permissions,
});
const admin = asking(["view_admin_bar"]);
const leak = { title: "A tap leaks", author: "Asha", summary: "What to do first", categories: "Plumbing, Monsoon" };
const read = (more: object = {}) => AddBlog.parse({ ...leak, content: "<p>Turn it off.</p>", ...more });
const changed = (blogId: string, more: object = {}) => BlogChangeForm.parse({ blogId, ...leak, ...more });
const wrong = (input: object) => fieldErrors(AddBlog.safeParse({ ...leak, ...input }).error!);
const titles = (posts: { rows: readonly { title: string }[] }) => posts.rows.map(({ title }) => title);
const seenByAll = async (category?: string) => titles(await publishedBlogs({ category }, {}));

beforeEach(async () => {
  await rows(sql`delete from blogs`);
  await rows(sql`delete from blobs`);
  freezeClock("2026-11-23T06:00:00Z");
});
afterEach(resetClock);

test("R435 title, author, summary and categories are needed, a title has at most 80 characters, content none at all", () => {
  const missing = fieldErrors(AddBlog.safeParse({}).error!);
  expect(missing).toEqual({
    title: "form.incomplete",
    author: "form.incomplete",
    summary: "form.incomplete",
    categories: "form.incomplete",
  });
  expect(wrong({ title: "x".repeat(81) })).toEqual({ title: "blog.titleTooLong" });
  expect(AddBlog.parse({ ...leak, title: "घ".repeat(80) })).toMatchObject({ active: "true" });
  expect(wrong({ categories: " , ,, " })).toEqual({ categories: "form.incomplete" });
  expect(wrong({ categories: "x".repeat(31) })).toEqual({ categories: "blog.categoriesTooMany" });
  const many = Array.from({ length: mostCategories + 1 }, (_, n) => `Home ${n}`).join(",");
  expect(wrong({ categories: many })).toEqual({ categories: "blog.categoriesTooMany" });
  expect(read({ categories: "Homes , Water,homes,, Water" }).categories).toEqual(["homes", "Water"]);
  expect(read({ categories: ["Homes", "Water"] }).categories).toEqual(["Homes", "Water"]);
  expect(wrong({ content: "\u0000" })).toEqual({ content: "form.characters" });
  expect(wrong({ content: "x".repeat(60_001) })).toEqual({ content: "form.tooLong" });
  expect(wrong({ active: "yes" })).toEqual({ active: "form.choice" });
});

test("R485 H31 what is written is harmless when it is stored, and harmless when it is shown whatever is stored", async () => {
  const nasty = "<p onclick=alert(1)>Turn <b>it</b> off<script>alert(1)</script></p>";
  const { id, slug, content } = await addBlog(admin, read({ content: nasty }));
  expect(content).toBe("<p>Turn <strong>it</strong> off</p>");
  expect(previewOf(admin, nasty)).toBe(content);
  await rows(sql`update blogs set content = ${`<p>a</p><img src=x onerror=alert(1)>`} where id = ${id}`);
  expect((await publishedBlog(slug)).content).toBe("<p>a</p>");
  expect((await blogFor(admin, id))?.content).toBe("<p>a</p>");
  expect((await contentsOf(admin, [id])).get(id)).toBe("<p>a</p>");
  await changeBlog(admin, changed(id, { content: "One\n\nTwo" }));
  expect((await publishedBlog(slug)).content).toBe("<p>One</p><p>Two</p>");
  await changeBlog(admin, changed(id));
  expect((await publishedBlog(slug)).content).toBe("");
});

test("content that no form could bring back is refused, and so is nothing else", async () => {
  const tooLong = { kind: "invalid", fields: { content: "blog.contentTooLong" } };
  await expect(addBlog(admin, read({ content: "&".repeat(20_000) }))).rejects.toMatchObject(tooLong);
  await expect(addBlog(admin, read({ content: "घर ".repeat(9_000) }))).rejects.toMatchObject(tooLong);
  expect((await addBlog(admin, read({ content: "x".repeat(59_000) }))).content).toHaveLength(59_007);
});

test("a post is read by everybody at once, a draft by nobody outside until it is switched on", async () => {
  const { slug } = await addBlog(admin, read());
  const draft = await addBlog(admin, read({ title: "Not yet", active: "false" }));
  expect(draft).toMatchObject({ isActive: false, publishedAt: null });
  const shown = async () => [
    await seenByAll(),
    (await newestBlogs()).map(({ title }) => title),
    (await blogAddresses()).map((post) => post.slug),
  ];
  expect(await shown()).toEqual([["A tap leaks"], ["A tap leaks"], [slug]]);
  await expect(publishedBlog(draft.slug)).rejects.toMatchObject({ kind: "missing", key: "blog.notFound" });
  await expect(publishedBlog("nothing")).rejects.toMatchObject({ kind: "missing", key: "blog.notFound" });
  moveClock(day);
  await switchBlog(admin, { blogId: draft.id, active: "true" });
  expect(await shown()).toEqual([
    ["Not yet", "A tap leaks"],
    ["Not yet", "A tap leaks"],
    [draft.slug, slug],
  ]);
  const { publishedAt } = await publishedBlog(draft.slug);
  await switchBlog(admin, { blogId: draft.id, active: "false" });
  expect(await seenByAll()).toEqual(["A tap leaks"]);
  moveClock(day);
  expect(await switchBlog(admin, { blogId: draft.id, active: "true" })).toMatchObject({ publishedAt });
  for (const active of [true, "true"]) expect(SwitchBlog.parse({ blogId: draft.id, active }).active).toBe("true");
});

test("its address is made of its title, in any script, once; another post of that title gets a number", async () => {
  expect(slugOf("  A tap leaks! What now? ")).toBe("a-tap-leaks-what-now");
  expect(slugOf("नल टपक रहा है")).toBe("नल-टपक-रहा-है");
  expect(slugOf("../../etc/passwd?x=1#<b>")).toBe("etc-passwd-x-1-b");
  expect(slugOf("!!!")).toBe("post");
  expect(slugOf("x".repeat(80))).toHaveLength(70);
  const made = await Promise.all([1, 2, 3, 4].map(() => addBlog(admin, read())));
  expect(made.map(({ slug }) => slug).sort()).toEqual([
    "a-tap-leaks",
    "a-tap-leaks-2",
    "a-tap-leaks-3",
    "a-tap-leaks-4",
  ]);
  const { id, slug } = made[0]!;
  await changeBlog(admin, changed(id, { title: "Another title" }));
  expect(await publishedBlog(slug)).toMatchObject({ title: "Another title" });
  const percent = await addBlog(admin, read({ title: "100 % _ off" }));
  expect((await addBlog(admin, read({ title: "100 % _ off" }))).slug).toBe(`${percent.slug}-2`);
});

test("R436 posts are listed newest first, all or the active ones, by days and by words; each page follows the other", async () => {
  for (let n = 0; n < 23; n += 1) {
    moveClock(1_000);
    await aBlog({ title: `Post ${n}`, isActive: n % 2 === 0, categories: n === 7 ? ["Water"] : ["Homes"] });
  }
  const all: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = await blogsList.page(admin, { after, take: 10 });
    all.push(...titles(page));
    if (!page.next) break;
    after = page.next;
  }
  expect(all).toEqual(Array.from({ length: 23 }, (_, n) => `Post ${22 - n}`));
  expect(await blogsList.count!(admin, { active: true })).toEqual({ n: 12, exact: true });
  expect(titles(await blogsList.page(admin, { search: "WATER" }))).toEqual(["Post 7"]);
  expect(titles(await blogsList.page(admin, { search: "%" }))).toEqual([]);
  expect(titles(await blogsList.page(admin, { oldestFirst: true, take: 2 }))).toEqual(["Post 0", "Post 1"]);
  expect(titles(await blogsList.page(admin, { from: new Date("2026-11-24T00:00:00Z") }))).toEqual([]);
  expect(JSON.stringify((await blogsList.page(admin, {})).rows)).not.toContain("Look.");
});

test("everybody reads page by page, also the posts of one category", async () => {
  for (let n = 0; n < 12; n += 1) {
    moveClock(1_000);
    await aBlog({ title: `Post ${n}`, publishedAt: new Date(Date.parse("2026-11-23T06:00:00Z") + n * 1_000) });
  }
  await aBlog({ title: "Wet", categories: ["Homes", "Water"], publishedAt: new Date("2026-11-01T06:00:00Z") });
  const first = await publishedBlogs({ category: undefined }, {});
  expect(titles(first)).toEqual(Array.from({ length: 10 }, (_, n) => `Post ${11 - n}`));
  const second = await publishedBlogs({ category: undefined }, { after: first.next! });
  expect(titles(second)).toEqual(["Post 1", "Post 0", "Wet"]);
  expect(second.next).toBeNull();
  expect(titles(await publishedBlogs({ category: undefined }, { before: second.previous! }))).toEqual(titles(first));
  expect(await seenByAll("Water")).toEqual(["Wet"]);
  expect(await seenByAll("water'; --")).toEqual([]);
});

test("Q124 its picture has less than 1 MB, is re-encoded, public while the post is, and goes with it", async () => {
  const path = (await aPhoto("teal")) as unknown as string;
  const { pictureId } = await storeBlogPicture(admin, { upload: { path } });
  const { id } = await addBlog(admin, read({ pictureId, active: "false" }));
  expect(await findBlob(pictureId)).toMatchObject({ ownerKind: "blog", ownerId: id, mime: "image/jpeg" });
  const seen = (actor: Parameters<typeof maySeeBlogPicture>[0]) =>
    readableDocument(actor, pictureId).then(
      () => "seen",
      (refused) => refused.key,
    );
  const both = async () => [await seen(asVisitor()), await seen(admin)];
  expect(await both()).toEqual(["blob.missing", "seen"]);
  await switchBlog(admin, { blogId: id, active: "true" });
  expect(await both()).toEqual(["seen", "seen"]);
  const tooLarge = addBlog(admin, read(), Buffer.alloc(1024 * 1024, 0xff));
  await expect(tooLarge).rejects.toMatchObject({ key: "blog.pictureTooLarge" });
  await expect(addBlog(admin, read(), Buffer.from("<svg/>"))).rejects.toMatchObject({ key: "image.type" });
  await expect(addBlog(admin, read({ pictureId }))).rejects.toMatchObject({ fields: { pictureId: "image.missing" } });
  const second = await storeBlogPicture(admin, { upload: { path: (await aPhoto("red")) as unknown as string } });
  await changeBlog(admin, changed(id, { pictureId: second.pictureId }));
  await expect(findBlob(pictureId)).rejects.toMatchObject({ key: "blob.missing" });
  await changeBlog(admin, changed(id, { pictureId: second.pictureId, removePicture: "yes" }));
  await expect(findBlob(second.pictureId)).rejects.toMatchObject({ key: "blob.missing" });
  const third = await storeBlogPicture(admin, { upload: { path: (await aPhoto("green")) as unknown as string } });
  const input = changed(id, { pictureId: third.pictureId, removePicture: "yes" });
  expect((await changeBlog(admin, input)).imageBlobId).toBe(third.pictureId);
  const unused = await storeBlogPicture(admin, { upload: { path: (await aPhoto("blue")) as unknown as string } });
  moveClock(day + 1_000);
  expect(await sweepPictures()).toBe(1);
  await expect(findBlob(unused.pictureId)).rejects.toMatchObject({ key: "blob.missing" });
  await deleteBlog(admin, { blogId: id });
  await expect(findBlob(third.pictureId)).rejects.toMatchObject({ key: "blob.missing" });
});

test("R437 each act is in the history; who comes late is told, and a post that is gone is gone in the specified words", async () => {
  const { id, version } = await addBlog(admin, read());
  await changeBlog(admin, changed(id, { version, title: "First" }));
  const late = changeBlog(admin, changed(id, { version, title: "Second" }));
  await expect(late).rejects.toMatchObject({
    kind: "conflict",
    key: "error.changed",
    meanwhile: { version: version + 1, changes: [{ own: true }], now: { title: "First" } },
  });
  await switchBlog(admin, { blogId: id, active: "false" });
  await switchBlog(admin, { blogId: id, active: "false" });
  await deleteBlog(admin, { blogId: id });
  expect((await historyOf("catalog", id)).map(({ event }) => event)).toEqual([
    "blog.added",
    "blog.changed",
    "blog.switchedOff",
    "blog.deleted",
  ]);
  const gone = { blogId: id };
  expect(await blogFor(admin, id)).toBeNull();
  await expect(deleteBlog(admin, gone)).rejects.toMatchObject({ kind: "missing", key: "blog.deleteFailed" });
  await expect(switchBlog(admin, { ...gone, active: "true" })).rejects.toMatchObject({ key: "blog.statusFailed" });
  await expect(changeBlog(admin, changed(id))).rejects.toMatchObject({ key: "blog.notFound" });
});

test("Q10 without view_admin_bar nobody keeps the blog, nor does an admin of a client with it", async () => {
  const { id } = await addBlog(admin, read());
  for (const other of [asking(["view_banner"]), asking(["view_admin_bar"], "CLIENT"), asVisitor()])
    for (const refused of [
      () => blogsList.page(other, {}),
      () => blogFor(other, id),
      () => contentsOf(other, [id]),
      () => previewOf(other, "a"),
      () => addBlog(other, read()),
      () => changeBlog(other, changed(id)),
      () => switchBlog(other, { blogId: id, active: "false" }),
      () => deleteBlog(other, { blogId: id }),
      () => storeBlogPicture(other, { upload: { path: "/etc/hostname" } }),
    ])
      await expect((async () => refused())()).rejects.toMatchObject({ kind: "denied" });
  expect(await seenByAll()).toEqual(["A tap leaks"]);
});
