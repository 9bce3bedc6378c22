import { expect } from "@playwright/test";
import { axe, sideways } from "./accessible.ts";
import { settled } from "./center-steps.ts";
import { aDesk, desktop } from "./desk-steps.ts";
import { test } from "./journey.ts";

/* A client's admin gives a program a key: it is shown once, works, is renewed, and is refused once it is revoked. */

test("a client's desk makes a key for a program, renews it, and revokes it", async ({ browser, baseURL }) => {
  const page = await aDesk(browser, desktop, "clientdesk");
  const read = async (key: string) => {
    const answer = await fetch(`${baseURL}/api/admin/get-client-ticket`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: "{}",
    });
    return ((await answer.json()) as { status: number }).status;
  };
  const shown = page.locator("[data-made-secret]");
  const keep = () => page.getByRole("link", { name: "I have saved it" }).click();

  await page.goto("/client-dashboard");
  await page.getByRole("link", { name: "API keys" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "API keys" })).toBeVisible();
  await settled(page);
  await axe(page, "no keys yet");
  await page.getByRole("link", { name: "New key" }).click();
  const dialog = page.getByRole("dialog");
  const name = `Warehouse ${Date.now()}`;
  await dialog.getByLabel("What it is for").fill(name);
  await dialog.getByLabel("Read the client's requests").check();
  await axe(page, "the form of a key");
  await dialog.getByRole("button", { name: "Make the key" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your new API key" })).toBeFocused();
  const key = (await shown.innerText()).trim();
  expect(key).toMatch(/^ck_[0-9a-f]{8}_[\w-]{43}$/);
  expect(await read(key)).toBe(200);
  await axe(page, "a new key");

  await keep();
  const rowOf = (state: string) => page.locator(`[data-key="${state}"]`).filter({ hasText: name });
  await expect(rowOf("active")).toContainText("Last used");
  await expect(page.getByText(key)).toHaveCount(0);
  await settled(page);
  await axe(page, "the keys");
  await page.getByRole("link", { name: `Renew ${name}` }).click();
  await dialog.getByLabel("Works for 24 more hours").check();
  await dialog.getByRole("button", { name: "Renew" }).click();
  await expect(shown).toBeVisible();
  const next = (await shown.innerText()).trim();
  expect([await read(key), await read(next)]).toEqual([200, 200]);

  await keep();
  await expect(rowOf("ending")).toBeVisible();
  await settled(page);
  await rowOf("ending")
    .getByRole("link", { name: `Revoke ${name}` })
    .click();
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect(rowOf("revoked")).toBeVisible();
  expect([await read(key), await read(next)]).toEqual([401, 200]);

  await page.setViewportSize({ width: 360, height: 740 });
  expect(await sideways(page)).toBe(0);
});
