import { randomBytes } from "node:crypto";
import { Agent, type IncomingHttpHeaders, request as send } from "node:http";
import { text } from "node:stream/consumers";
import { expect, type Page } from "@playwright/test";
import { axe } from "./accessible.ts";
import { codeOf, customer, fillDetails, freshPhone, sendCode } from "./booking-steps.ts";
import { requestsAt } from "./center-steps.ts";
import { test } from "./journey.ts";
import { aPicture } from "./tracking-steps.ts";

/*
 * B9: a refused form redirects to its page, which shows it again with what was typed: Back, Forward and a reload show
 * an ordinary page and never send the form again.
 */

test.use({ serviceWorkers: "allow", viewport: { width: 360, height: 740 } });

const summary = (page: Page) => page.getByRole("alert").filter({ hasText: "There is a problem" });

/** Expects the refused form as it was sent, without a phone. */
async function stands(page: Page) {
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page.getByText("Please fill in all required details")).toHaveCount(0);
  await expect(summary(page).getByRole("link", { name: "Mobile number is required" })).toBeVisible();
  for (const [name, value] of Object.entries(customer))
    await expect(page.locator(`[name="${name}"]`)).toHaveValue(value);
  await expect(page.getByLabel("State")).toHaveValue("Karnataka");
  await expect(page.getByLabel("Immediately")).toBeChecked();
  await expect(page.getByText("You are offline")).toBeHidden();
}

function sentForms(page: Page) {
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  return sent;
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("a refused booking is shown again by Back, Forward and a reload, and to no other browser", async ({
      page,
      browser,
    }) => {
      const sent = sentForms(page);
      await page.goto("/booking?form=one");
      if (javaScriptEnabled) await page.waitForLoadState("networkidle");
      await fillDetails(page, "");
      await sendCode(page);
      await expect(page).toHaveURL(/\/booking\?form=one&refused=[\w-]+$/);
      await expect(summary(page)).toBeFocused();
      await expect(summary(page)).toBeInViewport();
      await stands(page);
      if (javaScriptEnabled) await axe(page);
      await page.reload();
      await stands(page);
      await page.goto("/serviceStatus");
      await page.goBack();
      await stands(page);
      await page.goBack();
      await expect(page).toHaveURL(/\/booking\?form=one$/);
      await page.goForward();
      await stands(page);
      expect(sent).toHaveLength(1);

      const stranger = await browser.newContext();
      const other = await stranger.newPage();
      await other.goto(page.url());
      await expect(other.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(summary(other)).toBeHidden();
      await expect(other.locator("[name=name]")).toHaveValue("");
      await stranger.close();

      // The same form in Hindi.
      await page.getByRole("button", { name: "हिन्दी" }).click();
      await expect(page).toHaveURL(/refused=/);
      await expect(page.locator("[name=name]")).toHaveValue(customer.name);
      await expect(page.getByRole("alert")).toContainText("मोबाइल नंबर ज़रूरी है");
    });
  });
}

test("each field left empty says what it wants, and the form's sentence stands once above them", async ({ page }) => {
  await page.goto("/booking?form=one");
  await sendCode(page);
  await expect(page.getByText("Please fill in all required details")).toHaveCount(1);
  await expect(summary(page)).toContainText("Please fill in all required details");
  const messages = [
    "Choose a service",
    "Enter the name",
    "Enter the house number or street",
    "Enter the 6-digit pincode",
  ];
  for (const words of [...messages, "Choose when we may come"]) {
    await expect(summary(page).getByRole("link", { name: words, exact: true })).toHaveCount(1);
    await expect(page.locator(".wrong").getByText(words, { exact: true })).toHaveCount(1);
  }
  await summary(page).getByRole("link", { name: "Enter the 6-digit pincode" }).click();
  await expect(page.locator("[name=pincode]")).toBeFocused();
});

test("a wrong code leads back to the page that asks for it; once it is right nothing of it is shown again", async ({
  page,
}) => {
  const phone = freshPhone();
  await page.goto("/booking?form=one");
  await page.waitForLoadState("networkidle");
  await fillDetails(page, phone);
  await sendCode(page);
  await page.getByLabel("OTP", { exact: true }).fill("000000");
  await page.getByRole("button", { name: "Verify and book" }).click();
  await expect(page).toHaveURL(/\/booking\?form=one&step=otp&refused=/);
  await expect(summary(page)).toContainText("Wrong OTP");
  await expect(page.getByLabel("OTP", { exact: true })).toHaveValue("");
  const refused = page.url();
  await page.reload();
  await expect(summary(page)).toContainText("Wrong OTP");
  await page.getByLabel("OTP", { exact: true }).fill(await codeOf(page, phone));
  await page.getByRole("button", { name: "Verify and book" }).click();
  await expect(page).toHaveURL(/step=pay/);
  await page.goto(refused);
  await expect(page.getByText("Wrong OTP")).toBeHidden();
});

test("a picture that is private or gone is said on a page with a way on; a call gets its envelope", async ({
  page,
  browser,
  baseURL,
}) => {
  const at = requestsAt(baseURL!);
  const center = await at.aCenter();
  const shop = await at.windowOf(browser, center);
  const image = { name: "card.png", mimeType: "image/png", buffer: Buffer.from(aPicture()) };
  const uploaded = await shop.request.post("/technician-images/aadhar_front", {
    headers: { origin: baseURL! },
    multipart: { image },
  });
  const { id } = await uploaded.json();
  expect((await shop.request.get(`/files/${id}`)).status()).toBe(200);
  const nobodys = "0193b1a2-0000-7000-8000-000000000000";
  for (const path of [`/files/${id}`, `/files/${nobodys}`, `/pictures/${"A".repeat(22)}/${nobodys}`]) {
    const answer = await page.goto(path);
    expect([answer!.status(), new URL(page.url()).pathname], path).toEqual([404, path]);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found !!!");
    await expect(page.getByRole("link", { name: "Go to the start page" })).toBeVisible();
    const call = await page.request.get(path);
    expect([call.status(), Object.keys(await call.json())[0]], path).toEqual([404, "problem"]);
  }
  await axe(page);
  await page.getByRole("button", { name: "हिन्दी" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("पेज नहीं मिला !!!");
  await page.locator("main a.btn").click();
  await expect(page).toHaveURL(/\/booking$/);
});

test("an upload of many megabytes without a session is answered whole, and its connection serves the next request", async ({
  baseURL,
}) => {
  const form = new FormData();
  form.set("intent", "save");
  form.set("image", new Blob([randomBytes(8 * 1024 * 1024)], { type: "image/jpeg" }), "photo.jpg");
  const draft = new Request(baseURL!, { method: "POST", body: form });
  const body = Buffer.from(await draft.arrayBuffer());
  const headers = { "content-type": draft.headers.get("content-type")!, "content-length": body.length };
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  type Answer = { status: number | undefined; headers: IncomingHttpHeaders; text: string; port: number | undefined };
  const ask = (method: "GET" | "POST", path: string) =>
    new Promise<Answer>((resolve, reject) => {
      const options = { agent, method, headers: { origin: baseURL!, ...(method === "POST" && headers) } };
      const sent = send(new URL(path, baseURL), options, (answer) => {
        const { statusCode: status, headers, socket } = answer;
        const port = socket.localPort;
        text(answer).then((responseText) => resolve({ status, headers, text: responseText, port }), reject);
      });
      sent.on("error", reject).end(method === "POST" ? body : undefined);
    });
  try {
    const first = await ask("GET", "/login");
    const nobody = "A".repeat(22);
    const page = await ask("POST", "/AddTechnician");
    expect([page.status, page.headers.location]).toEqual([303, "/"]);
    for (const path of ["/technician-images/profile", `/pictures/${nobody}`]) {
      const { status, text } = await ask("POST", path);
      expect([status, JSON.parse(text)], path).toEqual([401, { problem: "session.invalid" }]);
    }
    const call = await ask("POST", `/api/technicianApp/upload-ticket-onsite-picture/${nobody}`);
    expect([call.status, JSON.parse(call.text)]).toEqual([401, expect.objectContaining({ status: 401, success: 0 })]);
    const last = await ask("GET", "/login");
    expect([last.status, last.text.length > 1_000]).toEqual([200, true]);
    for (const { port } of [page, call, last]) expect(port).toBe(first.port);
  } finally {
    agent.destroy();
  }
});
