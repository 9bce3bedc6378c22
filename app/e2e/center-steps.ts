import { randomInt } from "node:crypto";
import { existsSync, mkdirSync, renameSync } from "node:fs";
import path from "node:path";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { checkoutAt } from "./checkout.ts";
import { outboxAt } from "./outbox.ts";

/*
 * How requests come to the demo's centers INA0001 and INA0002, over the product's own HTTP calls, and how a browser
 * signs in as one of them: once for the whole run, because codes for one phone are few.
 */

export const centers = {
  one: { phone: "9000000001", qr: "INA0001", name: "Residency Cool Care" },
  two: { phone: "9000000002", qr: "INA0002", name: "" },
} as const;

type Answer<T> = { success: number; message: string; data: T };
export type Booked = { _id: string; ticket_id: string; phone: string; name: string };

const aPhone = () => `6${String(randomInt(1_000_000_000)).padStart(9, "0")}`;

export function requestsAt(base: string) {
  async function call<T>(method: string, path: string, body?: object): Promise<Answer<T>> {
    const answer = await fetch(`${base}/api/${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const told = (await answer.json()) as Answer<T>;
    if (told.success !== 1) throw new Error(`${method} ${path}: ${answer.status} ${told.message}`);
    return told;
  }

  const { told, code, codesSoFar } = outboxAt(base);
  const { orderOf, payFee } = checkoutAt(base);

  async function wish(service: string, phone: string, name: string) {
    const { data: services } = await call<{ _id: string; service_name: string }[]>(
      "GET",
      "admin/get-all-active-services",
    );
    const mobile = { country_code: "+91", mobile_number: phone };
    await call("POST", "consumerAppAppRoute/sent-otp-by-web", mobile);
    const { data } = await call<{ proof: string }>("POST", "consumerAppAppRoute/verify-otp-by-web", {
      ...mobile,
      otp: await code(phone),
    });
    return {
      service_provided_for: services.find(({ service_name }) => service_name === service)?._id,
      specific_requirement: "The machine makes a loud noise and does not start",
      personal_details: { name, primary_phone: mobile },
      address_details: {
        house_number: "12, 3rd Cross, Lake View Residency",
        locality: "Shivajinagar",
        city: "Bengaluru",
        state: "Karnataka",
        pincode: "560001",
      },
      time_preference: { time_preference_type: "IMMEDIATELY" },
      offers_applied: { offer_code: "GHARSEVA2025" },
      proof: data.proof,
    };
  }

  /** A customer books without a partner and pays the fee: every center that fits is asked. */
  async function paidRequest({ service = "PLUMBING", name = "Meera Nair" } = {}): Promise<Booked> {
    const phone = aPhone();
    const { data } = await call<Booked>("POST", "center/public-ticket-booking", await wish(service, phone, name));
    await payFee(await orderOf(data));
    return { _id: data._id, ticket_id: data.ticket_id, phone, name };
  }

  /** A customer books by a code: a center's own, or a dealer's, which offers it to everybody and costs nothing. */
  async function requestByCode({ qr = "DLR0001", service = "PLUMBING", name = "Meera Nair" } = {}): Promise<Booked> {
    const phone = aPhone();
    const asked = { ...(await wish(service, phone, name)), qr_id: qr };
    const { data } = await call<Booked>("POST", "center/public-ticket-booking-withINA", asked);
    return { _id: data._id, ticket_id: data.ticket_id, phone, name };
  }

  /** The customer's happy code, from the message that came when a technician was assigned. */
  const happyCode = ({ phone }: Booked) => told(phone, /happy code (\d{4})/);

  async function signIn(page: Page, { phone }: { phone: string }) {
    const earlier = await codesSoFar(phone);
    await page.goto("/login");
    await page.getByLabel("Mobile number").fill(phone);
    await page.getByRole("button", { name: "Send otp" }).click();
    await page.getByLabel("OTP", { exact: true }).fill(await code(phone, earlier));
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await page.waitForURL("**/brodcast-requests");
  }

  /**
   * A window of a signed-in center. Whoever comes first signs in and keeps the session in a file; the others, in other
   * processes too, wait for it.
   */
  async function windowOf(
    browser: Browser,
    who: keyof typeof centers,
    options: Parameters<Browser["newContext"]>[0] = {},
  ): Promise<Page> {
    const { outputDir, use } = test.info().project;
    const { baseURL, locale, timezoneId } = use;
    const shared = { baseURL, locale, timezoneId };
    const kept = path.join(outputDir, `session-${who}-${new URL(baseURL!).port}.json`);
    if (!existsSync(kept) && isFirst(`${kept}.signing-in`)) {
      const context = await browser.newContext(shared);
      await signIn(await context.newPage(), centers[who]);
      await context.storageState({ path: `${kept}.new` });
      renameSync(`${kept}.new`, kept);
      await context.close();
    }
    await expect.poll(() => existsSync(kept), { timeout: 60_000 }).toBe(true);
    return (await browser.newContext({ ...shared, ...options, storageState: kept })).newPage();
  }

  /** Spend what a signed-in center has on requests, until its wallet no longer covers one more. */
  async function emptyWallet(page: Page) {
    const covered = async () => {
      await page.goto("/payments");
      const shown = await page.locator("main strong").innerText();
      return Math.floor(Number(shown.replace(/[^\d.]/g, "")) / 49);
    };
    for (let left = await covered(); left > 0; left = await covered()) {
      const requests = await Promise.all(Array.from({ length: left }, () => paidRequest()));
      for (const { ticket_id } of requests) {
        await page.goto("/brodcast-requests");
        const offer = page.getByRole("row").filter({ hasText: ticket_id });
        const broadcastId = await offer.locator("[name=broadcastId]").getAttribute("value");
        const form = { intent: "accept", broadcastId: broadcastId! };
        const answer = await page.request.post("/brodcast-requests", { form, headers: { origin: base } });
        if (!answer.ok()) throw new Error(`${ticket_id} was not accepted: ${answer.status()}`);
      }
    }
  }

  return { paidRequest, requestByCode, happyCode, windowOf, emptyWallet };
}

/** Of all processes that ask, one is the first. */
function isFirst(folder: string) {
  mkdirSync(path.dirname(folder), { recursive: true });
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

/** A console page whose React is awake: what is clicked before that goes the way without JavaScript. */
export const settled = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector("main") ?? {}).some((key) => key.startsWith("__react")),
  );
