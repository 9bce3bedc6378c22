import { sql } from "kysely";
import { expect, test } from "vitest";
import { aDesk } from "#app/testing/a-desk.ts";
import { drawn, sent } from "#app/testing/a-page.tsx";
import { rows } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aBlog, anOffer } from "#modules/testing/factories.ts";
import * as blog from "../blog/route.tsx";
import * as offers from "./route.tsx";

openDatabase();

/* The forms of offers and posts as they are drawn (002 §2.14). */

test("R438 one form adds and changes offers, and one posts: empty to add, filled to change, with another title and button", async () => {
  const cookie = await aDesk();
  const offer = await anOffer({ title: "MONSOON" });
  const post = await aBlog({ title: "A tap leaks" });
  const shown = async (route: object, path: string) => {
    const { html } = await drawn(path, cookie, [route]);
    const dialog = html.slice(html.lastIndexOf("<dialog"));
    return {
      title: /value="([^"]*)"/.exec(/<input[^>]*name="title"[^>]*>/.exec(dialog)?.[0] ?? "none")?.[1] ?? "",
      intent: /name="intent" value="(\w+)"/.exec(dialog)?.[1],
      heading: /<h2[^>]*>([^<]*)</.exec(dialog)?.[1],
    };
  };
  const addOffer = await shown(offers, "/offers?act=add");
  const editOffer = await shown(offers, `/offers?act=edit&of=${offer.id}`);
  expect([addOffer, editOffer]).toMatchObject([
    { title: "", intent: "add" },
    { title: "MONSOON", intent: "edit" },
  ]);
  expect(addOffer.heading).not.toBe(editOffer.heading);
  const addPost = await shown(blog, "/blog?act=add");
  const editPost = await shown(blog, `/blog?act=edit&of=${post.id}`);
  expect([addPost, editPost]).toMatchObject([
    { title: "", intent: "add" },
    { title: "A tap leaks", intent: "edit" },
  ]);
  expect(addPost.heading).not.toBe(editPost.heading);
});

test("R431 R432 without offers the list says 'No offers available'; a new one is for CONSUMER, and the switch sends true or false", async () => {
  await rows(sql`delete from offers`);
  const cookie = await aDesk();
  expect((await drawn("/offers", cookie, [offers])).text).toContain("No offers available");
  const fields = { intent: "add", title: "WINTER", fromDate: "2026-11-20", toDate: "2030-11-30" };
  const { to } = await sent("/offers", cookie, offers, fields);
  const did = new URL(to!, "http://localhost").searchParams.get("did");
  const edit = await drawn(`/offers?act=edit&of=${did}`, cookie, [offers]);
  expect(edit.html).toMatch(/<input[^>]*name="category"[^>]*value="CONSUMER"|value="CONSUMER"[^>]*name="category"/);
  const { html } = await drawn(to!, cookie, [offers]);
  expect(html).toMatch(/<button[^>]*name="active"[^>]*value="false"[^>]*aria-checked="true"/);
});
