import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { aDesk } from "#app/testing/a-desk.ts";
import { drawn, sent } from "#app/testing/a-page.tsx";
import { sendDocuments } from "#modules/centers/index.ts";
import { SendDocuments } from "#modules/centers/shared.ts";
import type { Permission } from "#modules/kernel/actor.ts";
import { day, moveClock, now, resetClock } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { storeBlob } from "#modules/kernel/files/blobs.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { say } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAcceptedTicket, aPhone, aPincode, aService, asCenter, qrOf } from "#modules/testing/factories.ts";
import { buySubscription, joiningBonus } from "#modules/wallet/index.ts";
import { BuySubscription } from "#modules/wallet/shared.ts";
import * as frame from "../frame/route.tsx";
import * as all from "./all/route.tsx";
import * as centerDay from "./day/route.tsx";
import * as edit from "./edit/route.tsx";
import * as form from "./form/route.tsx";
import * as history from "./history/route.tsx";
import * as view from "./view/route.tsx";

openDatabase();

/* The centers' screens as they are drawn: what is offered to whom, and in which words (002 §2.9). */

const viewer: Permission[] = ["view_admin_bar", "view_center_details.full_access"];
const keeper: Permission[] = [...viewer, "update_center.full_access"];
/** A request with its number, which the database gave it. */
const numbered = async ({ id }: { id: string }) =>
  (await row<{ id: string; number: string }>(
    sql`select public_id as id, ticket_id as number from tickets where id = ${id}`,
  ))!;
const nobody = "00000000-0000-7000-8000-00000000dead";
/** The session has just given its password. */
const proved = () => rows(sql`update sessions set proved_at = ${now()}`);

describe("All Centers", () => {
  test("a subscription paid outside is entered at the price that was shown, and refused at another", async () => {
    const { id } = await aCenter({ subscribeEndDate: null });
    const path = `/admin-centers?act=subscribe&of=${id}`;
    const cookie = await aDesk();
    const { html } = await drawn(path, cookie, [all]);
    const shown = [...html.matchAll(/name="(annual|first_instalment)" value="(\d+)"/g)].map(([, ...each]) => each);
    expect(shown).toEqual([
      ["annual", "2999"],
      ["first_instalment", "999"],
    ]);
    const fields = { intent: "subscribe", centerId: id, product: "annual", reference: id, first_instalment: "999" };
    await proved();
    expect(await sent(path, cookie, all, { ...fields, annual: "2500" })).toMatchObject({
      shown: { problem: "subscription.priceChanged" },
    });
    await proved();
    await sent(path, cookie, all, { ...fields, annual: "2999" });
    expect(await rows(sql`select product from subscriptions where center_id = ${id}`)).toEqual([{ product: "annual" }]);
  });

  test("a subscription is refunded where it says what is left, where it goes, and until when the center is subscribed then", async () => {
    const { id } = await aCenter({ subscribeEndDate: null });
    await joiningBonus({ centerId: id, amountPaise: fromRupees(3_000) });
    await buySubscription(asCenter({ id }), BuySubscription.parse({ product: "first_instalment", payBy: "wallet" }));
    const path = `/admin-centers?act=refundSubscription&of=${id}`;
    const cookie = await aDesk();
    const { text } = await drawn(path, cookie, [all]);
    expect(text).toMatch(/First instalment.*₹999 of ₹999 can be refunded.*It goes to the center's wallet/s);
    await proved();
    const fields = { intent: "refundSubscription", centerId: id, subscriptionId: "", amount: "999", remarks: "Agreed" };
    await sent(path, cookie, all, fields);
    expect(await rows(sql`select state from subscriptions where center_id = ${id}`)).toEqual([{ state: "REFUNDED" }]);
    expect((await drawn(path, cookie, [all])).text).toContain("This center has no subscription to refund.");
  });

  test("R376 a row offers View Center, Define Capacity, Authorized For, Edit, Delete, History and, when it is due, Extend Trial", async () => {
    onTestFinished(resetClock);
    const { id, centerName } = await aCenter();
    const path = `/admin-centers?search=${encodeURIComponent(centerName)}`;
    const young = await drawn(path, await aDesk(), [all]);
    const acts = {
      "View Center": `/view-center/${id}`,
      "Define Capacity": "act=capacity",
      "Authorized For": "act=clients",
      Edit: `/add-center?edit=${id}`,
      Delete: "act=delete",
      History: `/center-history/${id}`,
    };
    for (const [word, to] of Object.entries(acts))
      expect(young.html, word).toMatch(new RegExp(`href="[^"]*${to.replace("?", "\\?")}[^>]*>(?:(?!</a>).)*${word}`));
    expect(young.text).not.toContain("Extend Trial");
    moveClock(16 * day);
    expect((await drawn(path, await aDesk(), [all])).text).toContain("Extend Trial");
    const read = await drawn(path, await aDesk(viewer), [all]);
    for (const word of ["Define Capacity", "Authorized For", "Edit", "Delete", "Extend Trial"])
      expect(read.html, word).not.toMatch(new RegExp(`</svg>${word}</a>`));
  });

  test("a capacity of a hundred thousand is grouped as in India, on the list and on the center's page", async () => {
    const { id, centerName } = await aCenter({ ticketAcceptLimit: 100_000 });
    const cookie = await aDesk();
    const list = await drawn(`/admin-centers?search=${encodeURIComponent(centerName)}`, cookie, [all]);
    expect(list.html).toMatch(/<td[^>]*title="1,00,000"/);
    expect((await drawn(`/view-center/${id}`, cookie, [view], { params: { id } })).text).toContain(
      "0 of at most 1,00,000",
    );
  });

  test("who acts for customers opens a center's day from its page, and assigns and agrees times on the requests' pages", async () => {
    const center = await aCenter();
    const { id: ticketId } = await numbered(await anAcceptedTicket(center));
    const dayPath = `/view-center/${center.id}/day`;
    const operator = await aDesk([...viewer, "edit_ticket.full_access"]);
    for (const [cookie, offered] of [
      [operator, true],
      [await aDesk(viewer), false],
    ] as const)
      expect(
        (await drawn(`/view-center/${center.id}`, cookie, [view], { params: { id: center.id } })).html.includes(
          dayPath,
        ),
      ).toBe(offered);
    const { html, text } = await drawn(dayPath, operator, [centerDay], { params: { id: center.id } });
    expect(text).toContain(`Day board of ${center.centerName}`);
    expect(html).toContain(`href="/view-ticket?ticketId=${ticketId}&amp;act=agreeTime"`);
  });

  test("R377 a row opens 'Request Details': the center's requests and nobody else's, each leading to its page", async () => {
    const center = await aCenter();
    const other = await aCenter();
    const own = await numbered(await anAcceptedTicket(center));
    const strange = await numbered(await anAcceptedTicket(other));
    const { html, text } = await drawn(`/admin-centers?act=requests&of=${center.id}`, await aDesk(), [all]);
    expect(text).toContain("Request Details");
    expect(html).toMatch(new RegExp(`href="/view-ticket\\?ticketId=${own.id}"[^>]*>(?:(?!</a>).)*${own.number}`));
    expect(text).not.toContain(strange.number);
    const table = /<caption[^>]*>Request Details<\/caption>.*?<\/table>/s.exec(html)?.[0] ?? "";
    expect([...table.matchAll(/<th scope="col">([^<]*)/g)].map(([, head]) => head)).toEqual([
      "Request number",
      "Service",
      "Status",
    ]);
    expect(table.match(/<tr>/g)).toHaveLength(2);
  });

  test("R378 files of the tables are offered to a SUPER_ADMIN alone", async () => {
    await aCenter();
    expect((await drawn("/admin-centers", await aDesk(), [all])).html).toContain("/lists/centers/export?");
    expect((await drawn("/admin-centers", await aDesk(keeper), [all])).html).not.toContain("/export?");
  });

  test("R380 a trial is said to be extended once it is; one that runs is said to run, and a lost line is an error", async () => {
    onTestFinished(resetClock);
    const { id } = await aCenter();
    const extend = async () => sent("/admin-centers", await aDesk(), all, { intent: "trial", centerId: id });
    expect(await extend()).toMatchObject({ shown: { problem: "center.trialFailed" } });
    const refused = await drawn(`/admin-centers?act=trial&of=${id}`, await aDesk(), [all]);
    expect(refused.text).toContain("The trial was begun less than 15 days ago.");
    moveClock(16 * day);
    expect(await extend()).toMatchObject({ toast: "Trial extended successfully" });
    for (const { handle } of [all, edit, view]) expect(handle.failures.trial).toBe("center.trialFailed");
  });

  test("R382 R397 R404 an act whose answer is lost says so in its own words, in the open dialog", async () => {
    const { id } = await aCenter();
    const words = {
      capacity: "Failed to update center capacity",
      delete: "Failed to delete center",
    };
    for (const [intent, message] of Object.entries(words)) {
      const page = await drawn(`/admin-centers?act=${intent}&of=${id}`, await aDesk(), [all]);
      expect(page.html, intent).toContain(`data-failed="${message}"`);
    }
    const page = await drawn(`/admin-centers?act=documents&of=${id}`, await aDesk(), [all]);
    expect(page.html).toContain('data-failed="Failed to update center verification status."');
  });

  test("R232 a list that cannot be loaded shows no rows, stops loading, and offers another try", async () => {
    const { centerName } = await aCenter();
    const page = await drawn("/admin-centers", await aDesk(), [all], { fails: new Error("no database") });
    expect(page.status).toBe(500);
    expect(page.text).not.toContain(centerName);
    expect(page.html).not.toMatch(/data-loading|aria-busy="true"/);
    expect(page.html).toContain('href="/admin-centers"');
  });
});

describe("the papers of a center", () => {
  const paper = async (centerId: string, kind: "aadhar_front" | "aadhar_back" | "pan") =>
    (
      await storeBlob(Buffer.from(kind), {
        kind,
        ownerKind: "center",
        ownerId: centerId,
        mime: "image/jpeg",
        sealed: true,
      })
    ).id;

  test("R401 R403 three pictures each have a switch between true and false; a refused press leaves it as it was", async () => {
    const center = await aCenter({ verifiedAt: null });
    const cookie = await aDesk();
    const path = `/admin-centers?act=documents&of=${center.id}`;
    const bare = await drawn(path, cookie, [all]);
    expect(bare.text.match(/Image Not Available/g)).toHaveLength(3);
    const sentPapers = {
      aadharFrontBlobId: await paper(center.id, "aadhar_front"),
      aadharBackBlobId: await paper(center.id, "aadhar_back"),
      panBlobId: await paper(center.id, "pan"),
    };
    await sendDocuments(asCenter(center), SendDocuments.parse(sentPapers));
    const switches = async () => {
      const { html } = await drawn(path, cookie, [all]);
      return [...html.matchAll(/<button[^>]*name="verified"[^>]*>/g)].map(([button]) => [
        /aria-label="Verified: ([^"]*)"/.exec(button)?.[1],
        /value="(true|false)"/.exec(button)?.[1],
        /aria-checked="(true|false)"/.exec(button)?.[1],
      ]);
    };
    const names = ["Aadhar front", "Aadhar back", "Pan card"];
    const off = names.map((name) => [name, "true", "false"]);
    expect(await switches()).toEqual(off);
    const press = (verified: string) =>
      sent(path, cookie, all, {
        intent: "switch",
        centerId: center.id,
        value: "aadhar_front",
        verified,
        blobId: sentPapers.aadharFrontBlobId,
      });
    expect((await press("yes")).status).toBe(422);
    expect(await switches()).toEqual(off);
    expect((await press("true")).toast).toBe("Aadhar Card Front Document Verified Done.");
    expect((await switches())[0]).toEqual(["Aadhar front", "false", "true"]);
    expect((await press("true")).toast).toBe("This picture had that decision already. Nothing was changed.");
    expect((await press("false")).toast).toBe("Center verification status updated successfully.");
    expect(await switches()).toEqual(off);
  });
});

test("R385 R395 a center is added and changed under the specified titles, in the specified words", async () => {
  const service = await aService();
  const other = await aService();
  const pincode = aPincode();
  const cookie = await aDesk();
  await proved();
  expect((await drawn("/add-center", cookie, [form])).html).toMatch(/<h1>Add Center</);
  const fields = {
    intent: "create",
    centerName: "Cool Corner",
    phone: aPhone(),
    primaryServiceId: service.id,
    secondaryServiceIds: other.id,
    state: "Kerala",
    pincode,
    additionalPincode: pincode,
    automateQr: "true",
    noOfTechnicians: "2",
    upiId: "",
    pincodes: "",
    clientIds: "",
  };
  const added = await sent("/add-center", cookie, form, fields);
  expect(added.toast).toBe("Center added ! Add more centers ");
  const centerId = added.to!.split("added=")[1]!;
  const edit = await drawn(`/add-center?edit=${centerId}`, cookie, [form]);
  expect(edit.html).toMatch(/<h1>Update center</);
  const version = /name="version" value="(\d+)"/.exec(edit.html)![1]!;
  const { primaryServiceId, pincodes, automateQr, ...rest } = fields;
  const changed = { ...rest, intent: "update", centerId, version, centerName: "Cool Corners" };
  expect((await sent(`/add-center?edit=${centerId}`, cookie, form, changed)).toast).toBe("Center updated successfully");
  expect((await drawn(`/add-center?edit=${nobody}`, cookie, [form])).text).toContain("Page not found !!!");
  const reader = await aDesk(viewer);
  expect((await drawn("/add-center", reader, [form])).text).toContain("No permission to add center , contact admin");
  expect((await drawn(`/add-center?edit=${centerId}`, reader, [form])).text).toContain(
    "No permission to update center , contact admin",
  );
});

describe("the page of a center", () => {
  const at = (id: string) => `/view-center/${id}`;
  const pageOf = async (id: string, cookie: string, act = "") =>
    drawn(at(id) + act, cookie, [view], { params: { id } });

  test("R480 shows status, subscription, closed requests, mean of the stars and its sections, with the verified phone and its papers", async () => {
    const center = await aCenter({ phoneVerifiedAt: now() });
    await anAcceptedTicket(center, { status: "CLOSED", closedAt: now(), starRating: 4 });
    const { text, html } = await pageOf(center.id, await aDesk());
    for (const fact of ["ACTIVE", "Subscription", "Closed requests 1", "4.0", "Created At", "OTP verified"])
      expect(text, fact).toContain(fact);
    const sections = [...html.matchAll(/<h2[^>]*>([^<]+)</g)].map(([, title]) => title);
    expect(sections).toEqual(
      expect.arrayContaining(["Personal", "Address", "Service", "Payment", "QR", "Verification"]),
    );
    expect(text).toContain((await qrOf(center)).qrId);
    const [, verification = ""] = html.split(/<h2[^>]*>Verification</);
    expect(verification).toMatch(/class="[^"]*chip[^"]*"[^>]*>(?:(?!<\/dd>).)*OTP verified/);
    expect(verification).toMatch(/href="[^"]*act=documents"[^>]*>View Documents</);
  });

  test("R396 Back leads to the list; Edit and Delete are offered to those with one of their flags, and Delete asks", async () => {
    const { id, centerName } = await aCenter();
    const offered = async (permissions: Permission[]) => {
      const { html } = await pageOf(id, await aDesk([...viewer, ...permissions]));
      expect(html).toMatch(/href="\/admin-centers"[^>]*>Back</);
      return [html.includes(`/add-center?edit=${id}`), html.includes("act=delete")];
    };
    expect(await offered([])).toEqual([false, false]);
    expect(await offered(["edit_center_details.full_access"])).toEqual([true, false]);
    expect(await offered(["update_center.full_access"])).toEqual([true, false]);
    expect(await offered(["delete_center_details.full_access"])).toEqual([false, true]);
    expect(await offered(["delete_center"])).toEqual([false, true]);
    expect((await pageOf(id, await aDesk(), "?act=delete")).text).toContain(`Delete ${centerName}`);
  });

  test("R397 says what it could not do: none there, not loaded, deleted, not deleted", async () => {
    const gone = await pageOf(nobody, await aDesk());
    expect(gone).toMatchObject({ status: 404, text: expect.stringContaining("No center details found") });
    // Inside the console's frame, below its own top line as every other page.
    const framed = await drawn(at(nobody), await aDesk(), [frame, view], { params: { id: nobody } });
    expect(framed.html).toMatch(
      /<header class="desk-top [^>]*>.*class="relative min-h-0 [^"]*">.*No center details found/s,
    );
    const { id } = await aCenter();
    const asking = { params: { id }, fails: new Error("no database") };
    expect((await drawn(at(id), await aDesk(), [view], asking)).text).toContain("Failed to load center details");
    const cookie = await aDesk();
    await proved();
    const done = await sent(at(id), cookie, view, { intent: "delete", centerId: id }, { id });
    expect(done).toMatchObject({ to: "/admin-centers", toast: "Center deleted successfully" });
    const other = { params: { id: (await aCenter()).id } };
    const page = await drawn(`${at(other.params.id)}?act=delete`, cookie, [view], other);
    expect(page.html).toContain('data-failed="Failed to delete center"');
  });
});

test("R398 R399 R400 the history of a center has its five columns in India's time, and says when it is empty", async () => {
  onTestFinished(resetClock);
  moveClock(Date.UTC(2027, 2, 1, 20) - Date.now());
  const center = await aCenter();
  const cookie = await aDesk();
  const params = { centerId: center.id };
  const shown = () => drawn(`/center-history/${center.id}`, cookie, [history], { params });
  const empty = await shown();
  expect(empty.text).toContain("No history data available.");
  expect(empty.html).not.toContain("<table");
  expect(say("desk.loading")).toBe("Loading...");
  const disable = async (version: number, disabledFor: string, remark: string) => {
    await proved();
    const fields = { intent: "disable", centerId: center.id, version: String(version), disabledFor, remark };
    return sent(`/view-center/${center.id}`, cookie, view, { ...fields, ticketRemarks: "" }, { id: center.id });
  };
  expect(await disable(center.version, "login_into_application", "Papers are missing")).toMatchObject({ status: 303 });
  const { text, html } = await shown();
  expect([...html.matchAll(/<th scope="col">([^<]+)</g)].map(([, word]) => word!.toLowerCase())).toEqual([
    "remark type",
    "remarks",
    "center remarks",
    "updated by",
    "updated on",
  ]);
  expect(text).toContain("disabled login");
  expect(text).toContain("Papers are missing");
  expect(text).toMatch(/2 Mar(ch)? 2027,? 0?1:30/);
});
