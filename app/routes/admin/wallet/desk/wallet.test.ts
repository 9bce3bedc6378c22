import { sql } from "kysely";
import { expect, test } from "vitest";
import { readToast } from "#app/http/request/toast.server.ts";
import { aDesk } from "#app/testing/a-desk.ts";
import { drawn, sent } from "#app/testing/a-page.tsx";
import { registerConsumer } from "#modules/access/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { say } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, aPhone, aTechnician, aTicket } from "#modules/testing/factories.ts";
import { aJob } from "#modules/testing/work.ts";
import * as request from "../../requests/view/route.tsx";
import * as wallet from "./route.tsx";

openDatabase();

/* The wallet history as it is drawn: what a wallet action says, and what the lists show after it (002 §2.12). */

const manual = "/wallet?tab=manual";
const toastOf = (cookie: string) => readToast(new Request("http://localhost/", { headers: { cookie } }));

test("R422 R423 after a wallet action the lists are shown again with it; a refused one moves nothing and keeps what was typed", async () => {
  const center = await aCenter();
  const { id } = await aTechnician({ center });
  const cookie = await aDesk();
  await rows(sql`update sessions set proved_at = ${now()}`);
  const fields = {
    intent: "initiate",
    userType: "Technician",
    technician: id,
    kind: "Wallet Added",
    amount: "250",
    bonus: "50",
    remarks: "Paid in cash",
  };
  const answered = (await sent(manual, cookie, wallet, { ...fields, amount: "" })).shown;
  const chosen = `${manual}&act=initiate&of=Technician&who=${id}`;
  const refused = await drawn(chosen, cookie, [wallet], { answered });
  expect(refused.text).toContain("Please fill all required fields.");
  expect(refused.text).toContain("Paid in cash");
  expect((await drawn(manual, cookie, [wallet])).text).not.toContain(center.centerName);
  const done = await sent(manual, cookie, wallet, fields);
  expect(done.toast).toBe("Wallet recharge successful.");
  const { text } = await drawn(done.to!, cookie, [wallet]);
  expect(text).toContain(center.centerName);
  expect(text).toContain("₹250");
  const tab = await drawn("/wallet?tab=center", cookie, [wallet]);
  expect(tab.text).toContain("₹300");
});

test("what waits for a second admin is said to wait, of a wallet and of a refund, and nothing has moved", async () => {
  const center = await aCenter();
  const { id } = await aTechnician({ center });
  const cookie = await aDesk();
  await rows(sql`update sessions set proved_at = ${now()}`);
  const recharge = { intent: "initiate", userType: "Technician", technician: id, kind: "Wallet Added" };
  const amount = String(env.secondAdminAboveRupees + 1);
  const waits = await sent(manual, cookie, wallet, { ...recharge, amount, remarks: "Paid in cash" });
  expect(toastOf(waits.cookie)).toMatchObject({ key: "adjust.waiting.Wallet Added", kind: "warn" });
  expect((await drawn(`${manual}&act=initiate&of=Technician&who=${id}`, cookie, [wallet])).text).toContain(
    "Balance ₹0",
  );

  const { ticket } = await aJob({}, center);
  const penalty = { intent: "adjust", ticketId: ticket.publicId, centerId: center.id, kind: "Penalty", amount };
  const path = `/view-ticket?ticketId=${ticket.publicId}`;
  const penaltyAnswer = await sent(path, cookie, request, { ...penalty, remarks: "No show" });
  expect(toastOf(penaltyAnswer.cookie)).toMatchObject({ key: "adjust.waiting.Penalty", kind: "warn" });
});

test("a wallet action that is sent twice by one form moves money once, and the second answer says so", async () => {
  const { id } = await aTechnician({ center: await aCenter() });
  const cookie = await aDesk();
  await rows(sql`update sessions set proved_at = ${now()}`);
  const bonus = { intent: "initiate", userType: "Technician", technician: id, kind: "BONUS", amount: "40" };
  const send = () => sent(manual, cookie, wallet, { ...bonus, remarks: "Thanks", once: "the same form" });
  expect((await send()).toast).toBe("Wallet recharge successful.");
  expect((await send()).toast).toBe(say("form.sentBefore"));
  expect((await drawn(`${manual}&act=initiate&of=Technician&who=${id}`, cookie, [wallet])).text).toContain(
    "Balance ₹40",
  );
});

test("R415 R416 R417 R418 R419 the tabs and tables carry the specified words; the last tab is kept without being named", async () => {
  const cookie = await aDesk();
  const first = await drawn("/wallet", cookie, [wallet]);
  for (const tab of ["CENTER", "CONSUMER", "MANUAL TRANSACTION"]) expect(first.text).toContain(tab);
  const { text, html, cookie: tabCookie } = await drawn(manual, cookie, [wallet]);
  for (const word of ["Wallet Recharge", "Ticket Transactions", "Initiate Wallet Action"]) expect(text).toContain(word);
  for (const word of ["All", "Technician", "Consumer"]) expect(html).toMatch(new RegExp(`<option[^>]*>${word}<`));
  expect((await drawn("/wallet", tabCookie, [wallet])).text).toContain("Ticket Transactions");
  expect((await drawn("/wallet", cookie, [wallet])).text).not.toContain("Ticket Transactions");
});

const textOfDialog = async (search: Record<string, string>, cookie: string) =>
  drawn(`/wallet?${new URLSearchParams({ tab: "manual", act: "initiate", ...search })}`, cookie, [wallet]);

test("R421 the party is found by its name, its center's, its ID or its number, and chosen with its balance", async () => {
  const center = await aCenter({ centerName: "Cool Corner" });
  const technician = await aTechnician({ center, name: "Dinesh Rawat" });
  const phone = aPhone();
  const customer = await registerConsumer(system("test"), { name: "Zubeida Khatoon", phone });
  const cookie = await aDesk();
  await rows(sql`update sessions set proved_at = ${now()}`);
  const bonus = { intent: "initiate", kind: "BONUS", remarks: "Sorry for the wait" };
  await sent(manual, cookie, wallet, { ...bonus, userType: "Technician", technician: technician.id, amount: "40" });

  for (const find of ["dinesh", "raw din", "cool corner", technician.technicianId.toLowerCase()]) {
    const { text, html } = await textOfDialog({ of: "Technician", find }, cookie);
    expect(text, find).toContain(`${technician.technicianId} · Cool Corner Balance ₹40`);
    expect(html, find).toContain(`who=${technician.id}`);
  }
  for (const find of ["zubeida", phone, `+91 ${phone}`])
    expect((await textOfDialog({ of: "Consumer", find }, cookie)).html, find).toContain(`who=${customer.id}`);
  const none = await textOfDialog({ of: "Consumer", find: phone.slice(0, 9) }, cookie);
  expect(none.text).toContain("Nobody has this name, ID or number");
  expect((await textOfDialog({ find: "zubeida" }, cookie)).text).toContain("Choose the user type above");

  const ticket = await aTicket({ phone });
  const { text, html } = await textOfDialog({ of: "Consumer", who: customer.id }, cookie);
  expect(text).toContain("Zubeida Khatoon");
  expect(text).toContain("Balance ₹0");
  expect(text).toContain("₹100 more makes the balance ₹100");
  expect(text).toContain(`Such as ${ticket.ticketId}`);
  expect(html).toContain(`name="consumer" value="${customer.id}"`);
  const bonusAnswer = await sent(manual, cookie, wallet, {
    ...bonus,
    userType: "Consumer",
    consumer: customer.id,
    amount: "7",
  });
  expect(bonusAnswer.toast).toBe("Wallet recharge successful.");
  expect((await textOfDialog({ of: "Consumer", who: customer.id }, cookie)).text).toContain("Balance ₹7");
});

test("who may not see phones finds a customer and reads none; without adjust_wallet nobody is found", async () => {
  const phone = aPhone();
  const { id } = await registerConsumer(system("test"), { name: `Quickparty ${phone}`, phone });
  const parties = (find: string, cookie: string) => textOfDialog({ of: "Consumer", find }, cookie);
  const finance = await aDesk(["view_Wallet", "adjust_wallet"]);
  const { html } = await parties("quickparty", finance);
  expect(html).toContain(`who=${id}`);
  expect(html).not.toContain(phone);
  expect((await parties(phone.slice(0, 6), finance)).html).not.toContain(`who=${id}`);
  expect((await textOfDialog({ of: "Consumer", who: id }, finance)).html).not.toContain(phone);
  expect((await parties("quickparty", await aDesk(["view_Wallet"]))).html).not.toContain(`who=${id}`);
});

test("finance enters a subscription that a center paid outside, without seeing centers; who may not adjust wallets cannot", async () => {
  const center = await aCenter({ centerName: "Cool Corner 9812345670" });
  const technician = await aTechnician({ center });
  const finance = await aDesk(["adjust_wallet", "view_Wallet", "view_admin_bar", "view_ticket.full_access"]);
  const party = await textOfDialog({ of: "Technician", who: technician.id }, finance);
  expect(party.html).toContain(`act=subscribe&amp;center=${center.id}`);
  const form = `/wallet?tab=manual&act=subscribe&center=${center.id}`;
  const { text, html } = await drawn(form, finance, [wallet]);
  expect(text).toContain("Enter a subscription");
  expect(text).toContain("Cool Corner");
  expect(html).not.toContain("9812345670");
  const entry = { intent: "subscribe", centerId: center.id, product: "first_instalment", reference: "NEFT 4711" };
  const stale = await sent(form, finance, wallet, { ...entry, first_instalment: "1" });
  expect(JSON.stringify(stale.shown)).toContain("subscription.priceChanged");

  const viewer = await aDesk(["view_Wallet", "view_center_details.full_access", "update_center.full_access"]);
  expect((await drawn(form, viewer, [wallet])).html).not.toContain('name="reference"');
  expect((await drawn("/wallet?tab=center", viewer, [wallet])).html).not.toContain("act=subscribe");
  expect(await sent(form, viewer, wallet, entry)).toMatchObject({ status: 403 });
  expect(await rows(sql`select from subscriptions where center_id = ${center.id}`)).toHaveLength(0);

  const done = await sent(form, finance, wallet, { ...entry, first_instalment: "999" });
  expect(done.to).toBe("/wallet?tab=manual");
  expect(await rows(sql`select state, paid_by from subscriptions where center_id = ${center.id}`)).toEqual([
    { state: "ACTIVE", paid_by: "outside" },
  ]);
});
