import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type Browser, type Download, expect, type Page } from "@playwright/test";
import excel from "exceljs";
import { callsAt } from "./calls.ts";
import { checkoutAt } from "./checkout.ts";
import { test } from "./journey.ts";
import { outboxAt } from "./outbox.ts";
import { type Center, peopleAt } from "./people.ts";

/*
 * Creates requests for a journey's own center over the product's HTTP calls, and signs browsers in as the center.
 */

export type Booked = { _id: string; ticket_id: string; phone: string; name: string };

const aPhone = () => `6${String(randomInt(1_000_000_000)).padStart(9, "0")}`;

export function requestsAt(base: string) {
  const calls = callsAt(base);
  const { call } = calls;
  const { newestMatch, code } = outboxAt(base);
  const { orderOf, payFee } = checkoutAt(calls);

  async function bookingInput({
    service,
    phone,
    name,
    pincode,
  }: Record<"service" | "phone" | "name" | "pincode", string>) {
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
        pincode,
      },
      time_preference: { time_preference_type: "IMMEDIATELY" },
      offers_applied: { offer_code: "GHARSEVA2025" },
      proof: data.proof,
    };
  }

  /**
   * A customer in the center's pincode books without a partner and pays the fee: every suitable center gets the offer.
   */
  async function paidRequest(
    { pincode }: Center,
    { service = "AC REPAIR", name = "Meera Nair" } = {},
  ): Promise<Booked> {
    const phone = aPhone();
    const input = await bookingInput({ service, phone, name, pincode });
    const { data } = await call<Booked>("POST", "center/public-ticket-booking", input);
    await payFee(await orderOf(data));
    return { _id: data._id, ticket_id: data.ticket_id, phone, name };
  }

  async function byCode(qr_id: string, { pincode }: Center, { service = "AC REPAIR", name = "Meera Nair" } = {}) {
    const phone = aPhone();
    const input = { ...(await bookingInput({ service, phone, name, pincode })), qr_id };
    const { data } = await call<Booked>("POST", "center/public-ticket-booking-withINA", input);
    return { _id: data._id, ticket_id: data.ticket_id, phone, name } satisfies Booked;
  }

  /**
   * A customer in the center's pincode books by a dealer's code, which is free and is offered to every center there.
   */
  const offered = (center: Center, more?: { service?: string; name?: string }) => byCode("DLR0001", center, more);
  /** A customer books by the center's own code: it is assigned to the center at once. */
  const requestOf = (center: Center, more?: { service?: string; name?: string }) => byCode(center.qrId, center, more);

  /** The customer's happy code, from the message sent when a technician was assigned. */
  const happyCode = ({ phone }: Booked) => newestMatch(phone, /happy code (\d{4})/);

  type Session = Awaited<ReturnType<ReturnType<Page["context"]>["storageState"]>>;
  const sessions = new Map<Center, Promise<Session>>();

  /** Signs a center in through its login forms, as a browser without JavaScript does. */
  async function signIn(browser: Browser, { phone }: Center): Promise<Session> {
    const context = await browser.newContext({ baseURL: base });
    const send = async (form: Record<string, string>) => {
      const answer = await context.request.post("/login", { form, headers: { origin: base }, maxRedirects: 0 });
      if (answer.status() >= 400) throw new Error(`${phone} cannot sign in: ${answer.status()}`);
    };
    await send({ intent: "send", phone });
    await send({ intent: "login", phone, otp: await code(phone) });
    const session = await context.storageState();
    await context.close();
    return session;
  }

  /** Opens a window of a center, which signs in once for all its windows. */
  async function windowOf(
    browser: Browser,
    center: Center,
    options: Parameters<Browser["newContext"]>[0] = {},
  ): Promise<Page> {
    const { baseURL, locale, timezoneId } = test.info().project.use;
    if (!sessions.has(center)) sessions.set(center, signIn(browser, center));
    const storageState = await sessions.get(center)!;
    return (await browser.newContext({ baseURL, locale, timezoneId, ...options, storageState })).newPage();
  }

  return { ...peopleAt(base), paidRequest, offered, requestOf, happyCode, windowOf };
}

/** A center gives a request to its first technician; returns the dialog of what it does next. */
export async function assignTechnician(page: Page, publicId: string) {
  await page.goto(`/tickets-center?ticket=${publicId}&act=assign`);
  await settled(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Technician", { exact: true }).selectOption({ index: 1 });
  await dialog.getByRole("button", { name: "Assign technician" }).click();
  await expect(page.getByText("Technician assigned successfully")).toBeVisible();
  return dialog;
}

/** A center writes down a ticket for plumbing, and leaves it unsent. */
export async function fillPlumbing(page: Page, { name, pincode }: { name: string; pincode: string }) {
  await page.goto("/AddTicket");
  await settled(page);
  await page.getByLabel("Service", { exact: true }).selectOption({ label: "PLUMBING" });
  await page.getByLabel("Time preference").selectOption("IMMEDIATELY");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Phone", { exact: true }).fill("9812345672");
  await page.getByLabel("House number").fill("7, Temple Street");
  await page.getByLabel("Pincode").fill(pincode);
}

/** Waits until a console page answers to clicks and keys: those before that work without JavaScript, or not at all. */
export const settled = (page: Page) => page.waitForSelector("html[data-awake]", { state: "attached" });

/** The cells of a downloaded file. */
export async function cellsOf(download: Download): Promise<string[][]> {
  const bytes = await readFile((await download.path())!);
  if (download.suggestedFilename().endsWith(".csv")) {
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    return bytes
      .toString()
      .slice(1)
      .trimEnd()
      .split("\r\n")
      .map((line) => line.split(","));
  }
  const book = new excel.Workbook();
  await book.xlsx.load(bytes as never);
  const rows = book.worksheets[0]!.getSheetValues().slice(1) as unknown[][];
  return rows.map((row) => row.slice(1).map(String));
}
