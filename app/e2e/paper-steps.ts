import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { settled } from "./center-steps.ts";

/* Steps of the journeys with identity papers. */

/** A photo of a paper in one colour. */
export const photo = async (name: string, colour = "#345") => ({
  name,
  mimeType: "image/jpeg",
  buffer: await sharp({ create: { width: 320, height: 200, channels: 3, background: colour } })
    .jpeg()
    .toBuffer(),
});

/** The switch with which an operator verifies a paper. */
export const switchOf = (page: Page, what: string) => page.getByRole("switch", { name: `Verified: ${what}` });

/** The id of the center with a QR code, as an operator finds it. */
export async function idOfCenter(page: Page, qrId: string) {
  await page.goto(`/admin-centers?search=${qrId}`);
  await settled(page);
  const link = page.locator('a[href^="/view-center/"]').first();
  return (await link.getAttribute("href"))!.split("/").pop()!;
}

/** A center sends its three papers. */
export async function sendPapers(shop: Page) {
  await shop.goto("/center-documents");
  await settled(shop);
  await shop.getByLabel("Aadhar front").setInputFiles(await photo("front.jpg"));
  await shop.getByLabel("Aadhar back").setInputFiles(await photo("back.jpg", "#543"));
  await shop.getByLabel("Pan card").setInputFiles(await photo("pan.jpg", "#354"));
  await expect(shop.getByText("The picture is here. Save the form to keep it.")).toHaveCount(3);
  await shop.getByRole("button", { name: "Send for checking" }).click();
  await expect(shop.getByText("Thank you! We are checking your documents.")).toBeVisible();
}

/** An operator verifies the papers a center sent, each by its switch. */
export async function verifyPapers(page: Page, id: string) {
  await page.goto(`/view-center/${id}?act=documents`);
  await settled(page);
  for (const [what, message] of [
    ["Aadhar front", "Aadhar Card Front Document Verified Done."],
    ["Aadhar back", "Aadhar Card Back Document Verified Done."],
    ["Pan card", "Pan Verified Done."],
  ] as const) {
    await switchOf(page, what).click();
    await expect(page.getByText(message).first()).toBeVisible();
  }
  await expect(page.getByRole("dialog").getByText(/^Verified on /)).toBeVisible();
}
