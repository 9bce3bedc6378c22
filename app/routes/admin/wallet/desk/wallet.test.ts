import { expect, test } from "vitest";
import { aDesk } from "#app/testing/a-desk.ts";
import { drawn, sent } from "#app/testing/a-page.tsx";
import { now } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, aTechnician } from "#modules/testing/factories.ts";
import * as wallet from "./route.tsx";

openDatabase();

/* The wallet history as it is drawn: what a wallet action says, and what the lists show after it (002 §2.12). */

const manual = "/wallet?tab=manual";

test("R422 R423 after a wallet action the lists are shown again with it; a refused one moves nothing and keeps what was typed", async () => {
  const center = await aCenter();
  const { technicianId } = await aTechnician({ center });
  const cookie = await aDesk();
  await rows("update sessions set proved_at = $1", [now()]);
  const fields = {
    ...{ intent: "initiate", userType: "Technician", technician: technicianId, kind: "Wallet Added" },
    ...{ amount: "250", bonus: "50", remarks: "Paid in cash" },
  };
  const answered = (await sent(manual, cookie, wallet, { ...fields, amount: "" })).shown;
  const refused = await drawn(`${manual}&act=initiate`, cookie, [wallet], { answered });
  expect(refused.text).toContain("Please fill all required fields.");
  expect(refused.text).toContain("Paid in cash");
  expect((await drawn(manual, cookie, [wallet])).text).not.toContain(center.centerName);
  const done = await sent(manual, cookie, wallet, fields);
  expect(done.said).toBe("Wallet recharge successful.");
  const { text } = await drawn(done.to!, cookie, [wallet]);
  expect(text).toContain(center.centerName);
  expect(text).toContain("₹250");
  const tab = await drawn("/wallet?tab=center", cookie, [wallet]);
  expect(tab.text).toContain("₹300");
});

test("R415 R416 R417 R418 R419 the tabs and tables carry the specified words; the last tab is kept without being named", async () => {
  const cookie = await aDesk();
  const first = await drawn("/wallet", cookie, [wallet]);
  for (const tab of ["CENTER", "CONSUMER", "MANUAL TRANSACTION"]) expect(first.text).toContain(tab);
  const { text, html, cookie: kept } = await drawn(manual, cookie, [wallet]);
  for (const word of ["Wallet Recharge", "Ticket Transactions", "Initiate Wallet Action"]) expect(text).toContain(word);
  for (const word of ["All", "Technician", "Consumer"]) expect(html).toMatch(new RegExp(`<option[^>]*>${word}<`));
  expect((await drawn("/wallet", kept, [wallet])).text).toContain("Ticket Transactions");
  expect((await drawn("/wallet", cookie, [wallet])).text).not.toContain("Ticket Transactions");
});
