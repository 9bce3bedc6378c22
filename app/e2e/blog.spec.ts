import { randomBytes } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";
import { axe, sideways } from "./accessible.ts";
import { settled } from "./center-steps.ts";
import { aDesk, desktop, rowOf } from "./desk-steps.ts";
import { test } from "./journey.ts";
import { aPicture } from "./tracking-steps.ts";

/* The blog manager, and the blog as everybody reads it (002 §2.14, R435–R438, R485). */

const aTitle = () => `A tap leaks ${randomBytes(4).toString("hex")}`;
const addressOf = (title: string) => `/blogs/${title.toLowerCase().replaceAll(" ", "-")}`;
const editorIn = (dialog: Locator) => dialog.getByRole("textbox", { name: "Content" });

async function openForm(page: Page) {
  await page.goto("/blog");
  await settled(page);
  await page.getByRole("link", { name: "Add post" }).click();
  const adding = page.getByRole("dialog", { name: "Add a post" });
  await expect(adding.getByRole("toolbar", { name: "Format of the text" })).toBeVisible();
  return adding;
}

async function fill(form: Locator, title: string) {
  await form.getByLabel("Title").fill(title);
  await form.getByLabel("Author").fill("Asha");
  await form.getByLabel("Categories").fill(`Plumbing, ${title.slice(-8)}`);
  await form.getByLabel("Summary").fill("What to do before the plumber comes");
}

/** Everything the browser refused or a page threw. */
function troubles(page: Page): string[] {
  const seen: string[] = [];
  // What a refused form is answered with is no trouble.
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) seen.push(message.text());
  });
  page.on("pageerror", (error) => seen.push(error.message));
  page.on("dialog", (dialog) => void dialog.dismiss().then(() => seen.push(`alert ${dialog.message()}`)));
  return seen;
}

test("R435, R437 a post is refused in words, written, previewed, posted, read by everybody, switched and deleted", async ({
  browser,
}) => {
  const page = await aDesk(browser, desktop, "superadmin");
  const seen = troubles(page);
  const title = aTitle();
  const adding = await openForm(page);
  await adding.getByRole("button", { name: "Add post" }).click();
  for (const need of ["Enter a title", "Enter the author", "Enter a summary", "Enter at least one category"])
    await expect(adding.getByText(need).first()).toBeVisible();
  await axe(page, "refused");
  await fill(adding, title);
  await adding.getByLabel("Categories").fill("1,2,3,4,5,6,7,8,9");
  await adding.getByRole("button", { name: "Add post" }).click();
  await expect(adding.getByText("Write at most 8 categories, each with at most 30 characters").first()).toBeVisible();
  await fill(adding, title);

  const large = { name: "large.png", mimeType: "image/png", buffer: Buffer.alloc(1024 * 1024) };
  await adding.getByLabel("Featured image").setInputFiles(large);
  await expect(adding.getByRole("alert").filter({ hasText: "must be smaller than 1 MB" })).toBeVisible();
  // Said above the open form too, which covers everything that is not in the browser's top layer.
  const toast = page.locator("[data-toasts]:popover-open li", {
    hasText: "must be smaller than 1 MB",
  });
  await expect(toast).toBeVisible();
  await axe(page, "a toast above a form");
  const picture = { name: "tap.png", mimeType: "image/png", buffer: Buffer.from(aPicture()) };
  await adding.getByLabel("Featured image").setInputFiles(picture);
  await expect(adding.getByText("The picture is uploaded")).toBeVisible();

  await editorIn(adding).click();
  await adding.getByRole("button", { name: "Heading", exact: true }).click();
  await page.keyboard.type("First");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Turn it off. ");
  await adding.getByRole("button", { name: "Bold" }).click();
  await expect(adding.getByRole("button", { name: "Bold" })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.type("At once");
  await adding.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("dialog", { name: "Preview" });
  await expect(preview.getByRole("heading", { name: title })).toBeVisible();
  await expect(preview.getByRole("heading", { name: "First" })).toBeVisible();
  await expect(preview.locator("strong", { hasText: "At once" })).toBeVisible();
  await axe(page, "preview");
  await page.keyboard.press("Escape");
  await expect(preview).toBeHidden();
  await adding.getByRole("button", { name: "Add post" }).click();
  await expect(page.getByText("Blog posted successfully!")).toBeVisible();
  const row = rowOf(page, title);
  await expect(row).toBeVisible();
  await axe(page, "list");

  const guest = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  const opened = await guest.goto(addressOf(title));
  expect(opened?.status()).toBe(200);
  await expect(guest).toHaveTitle(new RegExp(`^${title} – `));
  await expect(guest.getByRole("heading", { name: title, level: 1 })).toBeVisible();
  await expect(guest.getByRole("heading", { name: "First", level: 2 })).toBeVisible();
  await expect(guest.locator("meta[name=description]")).toHaveAttribute("content", /before the plumber/);
  await expect(guest.locator("meta[property='og:title']")).toHaveAttribute("content", title);
  await expect(guest.locator("link[rel=canonical]")).toHaveAttribute("href", new RegExp(`${addressOf(title)}$`));
  await expect(guest.locator("article img")).toHaveJSProperty("complete", true);
  expect(JSON.parse((await guest.locator("script[type='application/ld+json']").textContent())!)).toMatchObject({
    "@type": "BlogPosting",
    headline: title,
  });
  await guest.getByRole("link", { name: title.slice(-8), exact: true }).click();
  await expect(guest.getByRole("link", { name: title })).toHaveCount(1);
  for (const path of [addressOf(title), `/blogs?category=${title.slice(-8)}`]) {
    await page.goto(path);
    await axe(page, path);
  }
  await page.goto("/blog");
  await settled(page);
  for (const file of ["/blogs/feed.xml", "/sitemap.xml"])
    expect(await (await guest.request.get(file)).text(), file).toContain(addressOf(title));

  await row.getByRole("link", { name: `Edit: ${title}` }).click();
  const editing = page.getByRole("dialog", { name: "Edit the post" });
  await expect(editorIn(editing)).toContainText("Turn it off. At once");
  await editing.getByLabel("Summary").fill("Something new");
  await editing.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Blog updated successfully!")).toBeVisible();

  await row.getByRole("switch", { name: `Active: ${title}` }).click();
  await expect(page.getByText("Nobody outside can read the post now")).toBeVisible();
  expect((await guest.goto(addressOf(title)))?.status()).toBe(404);
  await expect(guest.getByText("There is no such post")).toBeVisible();
  await page
    .getByRole("link", { name: /^Active/ })
    .first()
    .click();
  await expect(rowOf(page, title)).toHaveCount(0);
  await page.goto("/blog");
  await settled(page);
  await row.getByRole("switch", { name: `Inactive: ${title}` }).click();
  await expect(page.getByText("Everybody can read the post now")).toBeVisible();

  await row.getByRole("group").or(row.locator("details")).first().locator("summary").click();
  await row.getByRole("link", { name: "Delete" }).click();
  const asking = page.getByRole("dialog", { name: "Delete the post" });
  await expect(asking).toContainText(`Delete the post “${title}”?`);
  await axe(page, "asked");
  await asking.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Blog deleted successfully!")).toBeVisible();
  expect((await guest.goto(addressOf(title)))?.status()).toBe(404);
  expect(seen).toEqual([]);
});

/** Pastes HTML into the editor of a form. */
const paste = (form: Locator, pasted: string) =>
  editorIn(form).evaluate((editor, html) => {
    const data = new DataTransfer();
    data.setData("text/html", html);
    editor.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, pasted);

test("rows of a spreadsheet are pasted as lines with gaps, and a list of Word as a list", async ({ browser }) => {
  const page = await aDesk(browser, desktop, "superadmin");
  const adding = await openForm(page);
  const item = (text: string) =>
    `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>${text}</p>`;
  await paste(
    adding,
    `<xml>Print</xml><table><tr><td>AC repair</td><td>499</td></tr><tr><td>Gas</td><td>999</td></tr></table>` +
      `${item("One year")}${item("At home")}`,
  );
  await expect(editorIn(adding)).toHaveText("AC repair 499Gas 999One yearAt home");
  await expect(editorIn(adding).locator("br:not(.ProseMirror-trailingBreak)")).toHaveCount(1);
  await expect(editorIn(adding).locator("ul > li")).toHaveText(["One year", "At home"]);
});

test("H31 hostile HTML is harmless where it is pasted, sent without a browser, previewed and read", async ({
  browser,
}) => {
  const page = await aDesk(browser, desktop, "superadmin");
  const seen = troubles(page);
  const title = aTitle();
  const hostile =
    `<p onclick="alert(1)" style="position:fixed">Pasted</p><script>alert(2)</script><img src=x onerror=alert(3)>` +
    `<a href="javascript:alert(4)">link</a><svg onload=alert(5)></svg><iframe srcdoc="<script>alert(6)</script>"></iframe>`;
  const adding = await openForm(page);
  await fill(adding, title);
  await paste(adding, hostile);
  await expect(editorIn(adding)).toContainText("Pasted");
  await expect(
    editorIn(adding).locator("script, img[onerror], svg, iframe, [onclick], [href^=javascript]"),
  ).toHaveCount(0);
  // What an attacker sends is not what the editor lets through.
  await adding.locator("textarea[name=content]").evaluate((area, html) => {
    (area as HTMLTextAreaElement).value = html;
  }, hostile);
  await adding.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("dialog", { name: "Preview" });
  await expect(preview.getByText("Pasted")).toBeVisible();
  await preview.getByRole("button", { name: "Close" }).click();
  await adding.getByRole("button", { name: "Add post" }).click();
  await expect(page.getByText("Blog posted successfully!")).toBeVisible();

  const guest = await (await browser.newContext()).newPage();
  const problems = troubles(guest);
  await guest.goto(addressOf(title));
  await guest.getByText("Pasted").click();
  await guest.getByText("link", { exact: true }).click();
  expect(await guest.locator(".post-text").innerHTML()).toBe("<p>Pasted</p><a>link</a>");
  // The page's policy refuses handlers while the editor reads what was pasted; none of them runs, and readers get none.
  expect([...problems, ...seen.filter((trouble) => !trouble.startsWith("Executing inline event handler"))]).toEqual([]);
});

test("the toolbar is used by keyboard alone: arrows reach each button, a link is set, undone and refused", async ({
  browser,
}) => {
  const page = await aDesk(browser, desktop, "superadmin");
  const title = aTitle();
  const adding = await openForm(page);
  await fill(adding, title);
  await adding.getByLabel("Summary").focus();
  await page.keyboard.press("Tab");
  const bold = adding.getByRole("button", { name: "Bold" });
  await expect(bold).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(adding.getByRole("button", { name: "Italic" })).toBeFocused();
  await page.keyboard.press("End");
  const link = adding.getByRole("button", { name: "Link", exact: true });
  await expect(link).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(editorIn(adding)).toBeFocused();
  await page.keyboard.type("booking");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  const address = adding.getByLabel("Address of the link");
  await expect(address).toBeFocused();
  await address.fill("javascript:alert(1)");
  await page.keyboard.press("Enter");
  await expect(adding.getByText("Enter an address that begins with https:// or /")).toBeVisible();
  await axe(page, "link");
  await address.fill("/booking");
  await page.keyboard.press("Enter");
  await expect(editorIn(adding).getByRole("link", { name: "booking" })).toHaveAttribute("href", "/booking");
  await page.keyboard.press("Control+z");
  await expect(editorIn(adding).getByRole("link")).toHaveCount(0);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Blog posted successfully!")).toBeVisible();
  await page.goto(addressOf(title));
  await expect(page.locator(".post-text")).toHaveText("booking");
});

test("without JavaScript a post is written in a text area, with its picture, as a draft that only its keepers see", async ({
  browser,
}) => {
  const page = await aDesk(browser, { ...desktop, javaScriptEnabled: false }, "superadmin");
  const title = aTitle();
  await page.goto("/blog?act=add");
  const form = page.getByRole("dialog");
  await form.getByLabel("Title").fill(title);
  await form.getByLabel("Content").fill("One\n\nTwo");
  await form.getByRole("button", { name: "Add post" }).click();
  await expect(form.getByText("Enter the author").first()).toBeVisible();
  await expect(form.getByLabel("Content")).toHaveValue("One\n\nTwo");
  await fill(form, title);
  await form.getByLabel("Featured image").setInputFiles({
    name: "tap.png",
    mimeType: "image/png",
    buffer: Buffer.from(aPicture()),
  });
  await form.getByLabel("Who reads it").selectOption("Nobody yet, it is a draft");
  await form.getByRole("button", { name: "Add post" }).click();
  await expect(rowOf(page, title)).toBeVisible();
  expect((await page.goto(addressOf(title)))?.status()).toBe(404);
  await page.goto("/blog");
  await rowOf(page, title).getByRole("link", { name: title, exact: true }).click();
  await expect(page.getByText("It is a draft: nobody outside reads it.")).toBeVisible();
  await expect(page.locator(".post-text p")).toHaveText(["One", "Two"]);
  await expect(page.locator("article img")).toBeVisible();
});

test("on a phone and in Hindi the blog is whole; who has no full menu is refused in the specified words", async ({
  browser,
  baseURL,
}) => {
  const phone = await aDesk(browser, { viewport: { width: 360, height: 740 } }, "superadmin");
  for (const path of ["/blog", "/blog?act=add", "/blogs", "/blogs/before-the-plumber-comes", "/blogs/nothing"]) {
    await phone.goto(path);
    if (!path.startsWith("/blogs")) await settled(phone);
    expect(await sideways(phone), path).toBe(0);
    await axe(phone, path);
  }
  await phone.context().addCookies([{ name: "lang", value: "hi", url: baseURL! }]);
  await phone.goto("/blogs");
  await expect(phone.getByRole("heading", { name: "ब्लॉग", level: 1 })).toBeVisible();
  await expect(phone.getByRole("link", { name: "बारिश से पहले बिजली की जाँच" })).toBeVisible();
  await axe(phone, "hindi list");
  await phone.getByRole("link", { name: "बारिश से पहले बिजली की जाँच" }).click();
  await expect(phone.locator("article[lang=hi]")).toContainText("नमी और बिजली");
  await phone.goto("/blog?act=add");
  await expect(phone.getByRole("toolbar", { name: "लेख का रूप" })).toBeVisible();
  expect(await sideways(phone)).toBe(0);
  await axe(phone, "hindi form");
  const client = await aDesk(browser, desktop, "clientdesk");
  await client.goto("/blog");
  await expect(client.getByText("No permission , contact admin")).toBeVisible();
});
