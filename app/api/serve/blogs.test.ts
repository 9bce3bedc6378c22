import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import type { Permission } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { adminToken } from "#modules/testing/admin-token.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aBlog, anAddress, anAdmin } from "#modules/testing/factories.ts";
import { aPhoto } from "#modules/testing/work.ts";
import { serve } from "./serve.server.ts";

openDatabase();

/* The blog by call (C145–C150): names of the wire to the letter. */

type Reply = {
  status: number;
  success: number;
  message: string;
  fields?: Record<string, string>;
  next?: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: the calls answer different data
  data: any;
};

async function anApp(permissions?: readonly Permission[]) {
  const { id } = await anAdmin({ ...(permissions && { permissions }) });
  const token = await adminToken(id);
  return async (line: string, body?: object | FormData): Promise<Reply> => {
    const [method, path] = line.split(" ") as [string, string];
    const isForm = body instanceof FormData;
    const request = new Request(`http://localhost:3000/api/${path}`, {
      method,
      headers: { "access-token": token, ...(!isForm && { "content-type": "application/json" }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    return (await serve({ request, params: {}, context: { address: anAddress(), requestId: "blogs" } })).json();
  };
}

const facts = { title: "A tap leaks", author: "Asha", summary: "What to do", categories: "Plumbing, Monsoon" };
function sent(fields: Record<string, string>, picture?: Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (picture) form.set("blogimage", new File([picture], "tap.jpg", { type: "image/jpeg" }));
  return form;
}

beforeEach(() => rows(sql`delete from blogs`));

test("C147, C148 a post is made and changed by multipart, with its picture and harmless content", async () => {
  const app = await anApp(["view_admin_bar"]);
  const made = await app(
    "POST blogs/createBlogs",
    sent({ ...facts, content: "<p onclick=x>Off</p><script>x</script>" }, new Uint8Array(await aPhoto("teal"))),
  );
  expect(made).toMatchObject({ status: 200, success: 1, message: "Blog posted successfully!" });
  const { _id, image } = made.data;
  expect(made.data).toEqual({
    _id,
    ...facts,
    categories: ["Plumbing", "Monsoon"],
    content: "<p>Off</p>",
    isActive: true,
    image: expect.stringMatching(/^\/files\//),
    slug: "a-tap-leaks",
    publishedAt: expect.any(String),
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  const changed = await app(
    "POST blogs/updateBlogs",
    sent({ blogId: _id, ...facts, title: "A tap drips", content: "x" }),
  );
  expect(changed).toMatchObject({ message: "Blog updated successfully!" });
  expect(changed.data).toMatchObject({ title: "A tap drips", slug: "a-tap-leaks", content: "<p>x</p>", image });
  const refused = await app("POST blogs/createBlogs", sent({ title: "x".repeat(81) }));
  expect(refused).toMatchObject({ status: 422, success: 0 });
  expect(Object.keys(refused.fields!).sort()).toEqual(["author", "categories", "summary", "title"]);
  const large = await app("POST blogs/createBlogs", sent(facts, new Uint8Array(1024 * 1024)));
  expect(large).toMatchObject({ status: 422, message: "The picture must be smaller than 1 MB" });
});

test("C145, C146, C149, C150 posts are read page by page, all or the active ones, switched by status and deleted", async () => {
  const app = await anApp(["view_admin_bar"]);
  for (let n = 0; n < 3; n += 1) await aBlog({ title: `Post ${n}`, createdAt: new Date(Date.now() + n * 1000) });
  const first = await app("GET blogs/getAllBlogs?take=2");
  const titles = ({ data }: Reply) => (data as { title: string }[]).map(({ title }) => title);
  expect(titles(first)).toEqual(["Post 2", "Post 1"]);
  const rest = await app(`GET blogs/getAllBlogs?take=2&after=${first.next}`);
  expect([titles(rest), rest.next]).toEqual([["Post 0"], null]);
  expect(rest.data[0]).toMatchObject({ content: "<p>Look.</p>", isActive: true });
  expect(await app("GET blogs/getAllBlogs?take=26")).toMatchObject({ status: 422 });
  const blogId = rest.data[0]._id;
  for (const [status, isActive] of [
    [false, false],
    ["true", true],
    ["false", false],
  ] as const)
    expect((await app("POST blogs/editBlogStatus", { blogId, status })).data).toMatchObject({ _id: blogId, isActive });
  expect(titles(await app("GET blogs/getActiveBlogs"))).toEqual(["Post 2", "Post 1"]);
  expect(await app(`DELETE blogs/deleteBlogs/${blogId}`)).toMatchObject({ message: "Blog deleted successfully!" });
  const again = await app(`DELETE blogs/deleteBlogs/${blogId}`);
  expect(again).toMatchObject({ status: 404, message: "Failed to delete blog. Check console." });
  const late = await app("POST blogs/editBlogStatus", { blogId, status: true });
  expect(late).toMatchObject({ status: 404, message: "Failed to update blog status." });
  const other = await anApp(["view_banner"]);
  expect(await other("GET blogs/getAllBlogs")).toMatchObject({ message: "No permission , contact admin" });
});
