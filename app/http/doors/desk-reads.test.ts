import { readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serve } from "#app/api/serve/serve.server.ts";
import { aWorld } from "#app/testing/access/callers.ts";
import { knocks } from "#app/testing/access/doors.ts";
import { knockAt, webDoors } from "#app/testing/access/knock.ts";
import { holds } from "#app/testing/access/spellings.ts";
import { otpRequested } from "#modules/access/index.ts";
import { addDeskLogin, requestCenterOtp } from "#modules/centers/index.ts";
import { unseal } from "#modules/kernel/crypto.server.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { rupees } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAddress, anAdmin, aPhone, asAdmin, asCenter } from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { serveSandbox } from "#modules/testing/sandbox.ts";
import { centerFrame } from "#modules/tickets/index.ts";
import { actOnWallet } from "#modules/wallet/index.ts";
import { NewWalletAction } from "#modules/wallet/shared.ts";

openDatabase();

/*
 * A person of a center's desk reads nothing that is the owner's alone: e-mail address, phone, UPI id, wallet, subscription,
 * in no page, call, file or answer to a form that is open to a desk. The doors are those of access-matrix.txt.
 */

let sandbox: Awaited<ReturnType<typeof serveSandbox>>;
let doors: Awaited<ReturnType<typeof webDoors>>;
beforeAll(async () => {
  sandbox = await serveSandbox();
  doors = await webDoors();
});
afterAll(() => sandbox.stop());

/** The doors a desk passes with what is its center's, those that only read first; none that ends its session. */
function doorsOfDesk(): string[] {
  const lines = readFileSync(path.join(import.meta.dirname, "access-matrix.txt"), "utf8")
    .split("\n")
    .filter((line) => line.trim() && !line.startsWith("#"))
    .map((line) => line.trim().split(/\s+/));
  const columns = lines[0]!.slice(2);
  const open = lines.slice(1).flatMap((words) => {
    const cells = words.slice(-columns.length);
    const [scope, ...name] = words.slice(0, -columns.length).toReversed();
    return scope !== "other" && cells[columns.indexOf("desk")] === "ok" ? [name.toReversed().join(" ")] : [];
  });
  const acts = (name: string) => Number(!name.startsWith("GET "));
  return open.filter((name) => !/logout|log-out/i.test(name)).toSorted((one, other) => acts(one) - acts(other));
}

test("no door that is open to a desk answers with what is the owner's", async () => {
  const world = await unitOfWork(aWorld);
  const { own, other } = world;
  for (const tenant of [own, other]) await tenant.all();
  const { id, phone, email } = await own.center();
  const { technicianId } = await own.technician();
  const named = { userType: "Technician", technician: technicianId, remarks: "For August", kind: "BONUS" };
  const bonus = NewWalletAction.parse({ ...named, amount: 7_531 });
  await unitOfWork(async () => actOnWallet(asAdmin(await anAdmin()), bonus));
  await rows(
    sql`update centers set subscribe_end_date = '2031-03-17T04:05:06Z', upi_masked = 'ca***@upi', upi_sealed = 'sealed' where id = ${id}`,
  );
  const { balancePaise } = await unitOfWork(async () => centerFrame(asCenter(await own.center())));
  const ownersAlone = [email!, "2031-03-17", "17 Mar 2031", "ca***@upi", `:${balancePaise}`, rupees(balancePaise)];
  const wrong: string[] = [];
  const open = doorsOfDesk();
  for (const name of open) {
    const spec = knocks[name]!;
    const ids: Record<string, string> = {};
    for (const [field, of] of Object.entries(spec.ids ?? {})) ids[field] = await of(own);
    const shown = await world.show("desk", { needs: [], kinds: spec.for, api: name.includes(" api/") });
    await rows(sql`delete from rate_limits`);
    const [method, pattern] = name.split(" ") as [string, string];
    // After earlier forms some are refused: also a refusal is only what its line declares.
    const answer = knockAt(doors.get(`${method} ${pattern}`), method, spec.ask(ids, own), shown);
    const { text } = await answer.catch((error: Error) => {
      wrong.push(`${name}: ${error.message}`);
      return { text: "" };
    });
    const read = ownersAlone.filter((words) => text.includes(words));
    if (holds(text, phone)) read.push(phone);
    if (read.length > 0) wrong.push(`${name}: ${read.join(", ")}`);
  }
  expect(wrong).toEqual([]);
  expect(open.length).toBeGreaterThan(100);
}, 300_000);

test("the answer to a desk's login has the center without the owner's e-mail address, phone and subscription", async () => {
  const codes = new Map<string, string>();
  hear(otpRequested, async ({ sealed }) => {
    const { phone, code } = JSON.parse(unseal(sealed)) as { phone: string; code: string };
    codes.set(phone, code);
  });
  const center = await aCenter({ email: "owner@center.example", subscribeEndDate: new Date("2031-03-17T04:05:06Z") });
  const { phone } = await addDeskLogin(asCenter(center), { name: "Asha", phone: aPhone() });
  const signedIn = async (mobile: string) => {
    await requestCenterOtp({ phone: mobile, action: "login", address: anAddress() });
    const request = new Request("http://localhost:3000/api/center/login-with-otp", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ mobile_number: mobile, otp: codes.get(mobile) }),
    });
    return (await serve({ request, params: {}, context: { address: anAddress(), requestId: "login" } })).text();
  };
  const owners = ["owner@center.example", center.phone, "2031-03-17"];
  const desk = await signedIn(phone);
  expect(desk).toContain(center.centerName);
  expect(owners.filter((words) => desk.includes(words))).toEqual([]);
  const owner = await signedIn(center.phone);
  expect(owners.filter((words) => owner.includes(words))).toEqual(owners);
});
