import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { aDesk } from "#app/testing/a-desk.ts";
import { drawn, sent } from "#app/testing/a-page.tsx";
import { createAdmin, otpRequested, saveRole } from "#modules/access/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { unseal } from "#modules/kernel/crypto.server.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aClient, aPhone } from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import * as reset from "../forgot-password/route.tsx";
import * as home from "../home/route.tsx";
import * as logout from "../logout/route.ts";
import * as view from "../requests/view/route.tsx";
import * as security from "../security/route.tsx";
import * as login from "./route.tsx";

openDatabase();

/* How admins come in and go out, and the reset of a password as everybody sees it (002 §2.1 to §2.3). */

const cli = system("cli");
const codes = new Map<string, string>();
hear(otpRequested, async ({ sealed }) => {
  const { phone, code } = JSON.parse(unseal(sealed)) as { phone: string; code: string };
  codes.set(phone, code);
});
const password = "Demo@2026";
const aUser = async (more: { clientId?: string } = {}) => {
  const userName = `user-${randomUUID().slice(0, 8)}`;
  const { id: roleId } = await saveRole(cli, { roleName: userName, permissions: ["view_admin_bar"] });
  const role = more.clientId ? ("CLIENT" as const) : ("ROLE" as const);
  const mobile = aPhone();
  await createAdmin(cli, { userName, password, name: userName, adminRole: role, roleId, mobile, ...more });
  return { userName, mobile };
};
const signIn = (userName: string, secret: string) =>
  sent("/admin-login", "", login, { intent: "login", userName, password: secret });

test("R334 the login says which of user name and password is missing, beside the field", async () => {
  const { shown } = await signIn("", "");
  const page = await drawn("/admin-login", "", [login], { answered: shown });
  expect(page.html).toMatch(/id="userName-error"[^>]*>Please enter user name</);
  expect(page.html).toMatch(/id="password-error"[^>]*>Please enter password</);
});

test("R335 a login says so and leads to /Home, that of a client's admin to /client-dashboard", async () => {
  const operator = await aUser();
  expect(await signIn(operator.userName, password)).toMatchObject({ to: "/Home", toast: "Admin login successful" });
  const clerk = await aUser({ clientId: (await aClient()).id });
  expect(await signIn(clerk.userName, password)).toMatchObject({
    to: "/client-dashboard",
    toast: "Admin login successful",
  });
});

test("R335 who logs in after a session ended over a page is led back to it, once", async () => {
  const { userName } = await aUser();
  const at = "/view-ticket?ticketId=AAAAAAAAAAAAAAAAAAAAAA&act=cancel";
  const back = async (cookie: string) => {
    const ended = await sent(at, cookie, view, {
      intent: "cancel",
      ticketId: "AAAAAAAAAAAAAAAAAAAAAA",
      reason: "Twice",
    });
    expect(ended.to).toBe("/admin-login");
    const again = await sent("/admin-login", ended.cookie, login, { intent: "login", userName, password });
    expect(again.cookie).not.toContain("admin_back");
    return again.to;
  };
  expect(await back("admin_session=gone")).toBe(at);
  expect(await back("")).toBe("/Home");
});

test("a login with a new mobile number asks for its code, which can wait, and then goes on", async () => {
  const { userName, mobile } = await aUser();
  await rows(sql`update admins set mobile_proved_at = null where mobile = ${mobile}`);
  const step = "/admin-security?step=mobile";
  const first = await signIn(userName, password);
  expect(first.to).toBe(step);
  const page = await drawn(step, first.cookie, [security]);
  for (const words of ["Confirm the number", mobile, "Send OTP", "Not now", "A super admin can correct it"])
    expect(page.text).toContain(words);
  expect((await sent(step, first.cookie, security, { intent: "later" })).to).toBe("/Home");

  const again = await signIn(userName, password);
  const codeAnswer = await sent(step, again.cookie, security, { intent: "sendMobileCode" });
  expect(codeAnswer.to).toBe(step);
  const wrong = await sent(step, codeAnswer.cookie, security, { intent: "proveMobile", otp: "000000" });
  expect((await drawn(step, codeAnswer.cookie, [security], { answered: wrong.shown })).text).toContain("Wrong OTP");
  const proved = await sent(step, codeAnswer.cookie, security, { intent: "proveMobile", otp: codes.get(mobile)! });
  expect(proved).toMatchObject({ to: "/Home", toast: "Mobile number confirmed" });
  expect((await signIn(userName, password)).to).toBe("/Home");
});

test("R336 the login leads to the reset of a password", async () => {
  const page = await drawn("/admin-login", "", [login]);
  expect(page.html).toContain('href="/forgot-password"');
});

test("R008 who is signed in is led past the login: to /admin-dashboard, a client's admin to /client-dashboard", async () => {
  expect((await drawn("/admin-login", await aDesk(), [login])).to).toBe("/admin-dashboard");
  const clerk = await aDesk(["view_ticket.full_access"], (await aClient()).id);
  expect((await drawn("/admin-login", clerk, [login])).to).toBe("/client-dashboard");
});

test("R013 a logout ends the session, takes its cookie and leads to the login; the session cannot be used again", async () => {
  const cookie = await aDesk();
  expect((await drawn("/Home", cookie, [home])).status).toBe(200);
  const out = await sent("/admin-logout", cookie, logout, { intent: "logout" });
  expect(out).toMatchObject({ to: "/admin-login" });
  expect(out.cookie).not.toContain("admin_session");
  expect((await drawn("/Home", cookie, [home])).to).toBe("/admin-login");
});

const ask = (phone: string, one: string, again = one) =>
  sent("/forgot-password", "", reset, { intent: "ask", phone, password: one, again });

test("R337 the reset asks for the number and the new password twice, and leads to the login", async () => {
  const { text, html } = await drawn("/forgot-password", "", [reset]);
  for (const word of ["Mobile Number", "New Password", "ReType Password", "Submit", "Login Page"])
    expect(text).toContain(word);
  expect(html).toMatch(/href="\/admin-login"[^>]*>Login Page</);
});

test("R338 R339 R340 the reset is refused in the specified words, and no password is shown again", async () => {
  const refusalText = async (answer: Awaited<ReturnType<typeof ask>>) => {
    const page = await drawn("/forgot-password", "", [reset], { answered: answer.shown });
    expect(page.html).not.toContain("Another@2026");
    return page.text;
  };
  expect(await refusalText(await ask("", ""))).toContain("All fields are required");
  expect(await refusalText(await ask("98765", "Another@2026"))).toContain("Mobile number must be 10 digits");
  expect(await refusalText(await ask(aPhone(), "Another@2026", "Another@2027"))).toContain("Passwords do not match");
});

test("R341 the page after the reset is the same for a number of somebody and of nobody", async () => {
  const pages: string[] = [];
  for (const phone of [(await aUser()).mobile, aPhone()]) {
    const { shown } = await ask(phone, "Another@2026");
    const { text } = await drawn("/forgot-password", "", [reset], { answered: shown });
    expect(text).toContain("OTP");
    pages.push(text.replaceAll(phone, ""));
  }
  expect(pages[0]).toBe(pages[1]);
  expect(await rows(sql`select from password_resets`)).not.toEqual([]);
});
