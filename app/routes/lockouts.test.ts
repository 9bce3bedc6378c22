import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { serve } from "#app/api/serve/serve.server.ts";
import { createAdmin, otpRequested } from "#modules/access/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { freezeClock, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { unseal } from "#modules/kernel/crypto.server.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { startJobs } from "#modules/kernel/work/jobs.server.ts";
import { say } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAddress, anOnboarder, aPhone, aService, aTechnician } from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { fc, property } from "#modules/testing/property.ts";
import { openApi } from "../api/serve/openapi.ts";
import { action as forgotPassword } from "./admin/forgot-password/route.tsx";
import { action as adminLogin } from "./admin/login/route.tsx";
import { action as centerLogin } from "./center/login/route.tsx";
import { action as centerLogout } from "./center/logout/route.ts";
import { action as onboarderLogin } from "./onboarder/login/route.tsx";

openDatabase();

/*
 * Strangers cannot lock anyone out of a page or a call: a browser's cookies, and what an API client sends back,
 * separate its tries from theirs. The pages run no script here: cookies alone are enough.
 */

const sent = new Map<string, { code: string; deliver: boolean }>();
hear(otpRequested, async ({ sealed, deliver }) => {
  const { phone, code } = JSON.parse(unseal(sealed)) as { phone: string; code: string };
  sent.set(phone, { code, deliver });
});
afterEach(resetClock);
beforeAll(startJobs);

type Action = (args: never) => Promise<unknown>;

/** A browser with its cookies, at some address. */
function aBrowser(address = anAddress()) {
  const jar = new Map<string, string>();
  const send = async (action: Action, fields: Record<string, string>, path = "/login") => {
    const request = new Request(`http://localhost${path}`, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    const answer = await action({ request, params: {}, context: { address, requestId: "x" } } as never).catch(
      (thrown: unknown) => thrown,
    );
    const { data, init } = answer as { data?: Record<string, never>; init?: { status?: number; headers?: Headers } };
    const headers = answer instanceof Response ? answer.headers : init?.headers;
    for (const cookie of headers?.getSetCookie() ?? []) {
      const [name, value] = cookie.split(";")[0]!.split("=") as [string, string];
      if (/Max-Age=0(;|$)/.test(cookie)) jar.delete(name);
      else jar.set(name, value);
    }
    const status = answer instanceof Response ? answer.status : (init?.status ?? 200);
    return { status, to: answer instanceof Response ? answer.headers.get("location") : null, data };
  };
  return { jar, send, address };
}

type ApiOptions = { body: object; nonce?: string | undefined; address?: string; token?: string };

async function api(path: string, { body, nonce, token, address = anAddress() }: ApiOptions) {
  const request = new Request(`http://localhost/api/${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(nonce && { "x-otp-nonce": nonce }),
      ...(token && { "access-token": token }),
    },
    body: JSON.stringify(body),
  });
  const answer = await serve({ request, params: {}, context: { address, requestId: "lockouts" } });
  return (await answer.json()) as { status: number; message: string; token?: string; data: { otp_nonce: string } };
}

const mobile = (phone: string) => ({ mobile_number: phone });
const wrongOf = (phone: string) => (sent.get(phone)?.code === "111111" ? "222222" : "111111");
const enteringOf = (phone: string) => ({ intent: "login", phone, otp: sent.get(phone)!.code });

/**
 * Every guess strangers can make at a phone waiting for a center login code: without a nonce and with foreign ones, of which
 * `theirs` is that of a code they asked for themselves.
 */
async function guessAtLogin(
  phone: string,
  from: readonly string[],
  nonces: readonly (string | undefined)[],
  strangerNonce?: string,
) {
  let tries = 0;
  for (const address of from)
    for (const nonce of nonces)
      for (let n = 0; n < 6; n += 1) {
        const body = { ...mobile(phone), otp: wrongOf(phone) };
        const { status, message } = await api("center/login-with-otp", { body, nonce, address });
        if (nonce !== undefined && nonce === strangerNonce) tries += 1;
        expect([status, message]).toEqual([422, say(tries > 5 ? "otp.locked" : "otp.wrong")]);
      }
}

describe("a code is its asker's", () => {
  test("every call that sends a code answers data.otp_nonce, known phone or not, and OpenAPI says so", async () => {
    const service = await aService();
    const details = {
      name: "Sunil",
      primary_services: service.id,
      allowed_states: ["Goa"],
      allowed_cities: ["Panjim"],
    };
    const center = await aCenter();
    const technician = await aTechnician({ center });
    const calls: [path: string, bodies: object[]][] = [
      ["consumerAppAppRoute/sent-otp-by-web", [mobile(aPhone())]],
      ["center/sent-otp", [mobile(center.phone), mobile(aPhone()), { ...mobile(aPhone()), action: "registration" }]],
      ["technicianApp/sent-otp", [mobile(technician.phone), mobile(aPhone())]],
      ["centerOnboarding/sendotp-onboarder", [{ ...mobile(aPhone()), ...details }]],
      ["centerOnboarding/send-otp-login", [mobile((await anOnboarder()).phone), mobile(aPhone())]],
      ["admin/forgot-password", [{ phone_number: aPhone(), password: "Fresh@2026" }]],
    ];
    const nonces = new Set<string>();
    for (const [path, bodies] of calls)
      for (const body of bodies) {
        const { status, data } = await api(path, { body });
        expect([path, status]).toEqual([path, 200]);
        expect(data.otp_nonce, path).toMatch(/^[\w-]{22}$/);
        nonces.add(data.otp_nonce);
      }
    expect(nonces.size).toBe(calls.flatMap(([, bodies]) => bodies).length);

    const { paths } = openApi("GharSeva", "http://localhost") as { paths: Record<string, { post?: object }> };
    for (const [path] of calls) expect(JSON.stringify(paths[`/${path}`]!.post), path).toContain("otp_nonce");
    const guessing = Object.entries(paths).filter(([, { post }]) => /"otp":\{/.test(JSON.stringify(post ?? {})));
    expect(guessing.length).toBeGreaterThan(6);
    for (const [path, { post }] of guessing) expect(JSON.stringify(post), path).toContain("x-otp-nonce");
  });

  property.prop(
    [
      fc.constantFrom("page", "call with nonce", "call without nonce"),
      fc.integer({ min: 1, max: 4 }),
      fc.boolean(),
      fc.integer({ min: 0, max: 4 }),
    ],
    { numRuns: 12 },
  )("strangers' guesses and resends leave a center's right code good", async (way, networks, resends, mistyped) => {
    freezeClock(new Date());
    const { phone } = await aCenter();
    const address = anAddress();
    const browser = aBrowser(address);
    let nonce: string | undefined;
    if (way === "page") expect((await browser.send(centerLogin, { intent: "send", phone })).status).toBe(303);
    else nonce = (await api("center/sent-otp", { body: mobile(phone), address })).data.otp_nonce;
    const right = sent.get(phone)!.code;
    const entering = { ...enteringOf(phone), otp: right };

    const shared = way === "call without nonce" ? [] : [address];
    const from = [...shared, ...Array.from({ length: networks }, anAddress)];
    await guessAtLogin(phone, from, [undefined, "y".repeat(22)]);
    if (resends) {
      moveClock(31_000);
      const strangerNonce = (await api("center/sent-otp", { body: mobile(phone), address: from.at(-1)! })).data
        .otp_nonce;
      await guessAtLogin(phone, from, [strangerNonce], strangerNonce);
    }
    if (way === "page") {
      for (let n = 0; n < mistyped; n += 1)
        expect((await browser.send(centerLogin, { ...entering, otp: wrongOf(phone) })).status).toBe(422);
      expect((await browser.send(centerLogin, entering)).to).toBe("/brodcast-requests");
    } else {
      const sentNonce = way === "call without nonce" ? undefined : nonce;
      for (let n = 0; n < (sentNonce ? mistyped : 0); n += 1)
        await api("center/login-with-otp", {
          body: { ...mobile(phone), otp: wrongOf(phone) },
          nonce: sentNonce,
          address,
        });
      const done = await api("center/login-with-otp", {
        body: { ...mobile(phone), otp: right },
        nonce: sentNonce,
        address,
      });
      expect([way, done.status]).toEqual([way, 200]);
    }
  });

  test("two tabs of one browser wait for codes of two phones and two acts at once", async () => {
    const center = await aCenter();
    const onboarder = await anOnboarder();
    const browser = aBrowser();
    await browser.send(centerLogin, { intent: "send", phone: center.phone });
    await browser.send(onboarderLogin, { intent: "send", phone: onboarder.phone });
    await guessAtLogin(center.phone, [browser.address, anAddress(), anAddress()], [undefined]);
    for (const address of [browser.address, anAddress(), anAddress()])
      for (let n = 0; n < 6; n += 1) {
        const body = { ...mobile(onboarder.phone), otp: wrongOf(onboarder.phone) };
        await api("centerOnboarding/verify-otp-login", { body, address });
      }
    expect((await browser.send(centerLogin, enteringOf(center.phone))).to).toBe("/brodcast-requests");
    expect((await browser.send(onboarderLogin, enteringOf(onboarder.phone))).to).toBe("/center-onboard-view-centers");
  });

  test("the nonce is kept httpOnly for minutes, and a stranger who learns of the phone alone has none", async () => {
    const { phone } = await aCenter();
    const request = new Request("http://localhost/login", {
      method: "POST",
      body: new URLSearchParams({ intent: "send", phone }),
    });
    const answer = (await centerLogin({ request, params: {}, context: { address: anAddress() } } as never)) as Response;
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith("otp_nonce="));
    expect(cookie).toMatch(/^otp_nonce=[\w-]{22}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
    const stored = await rows(sql`select nonce_hash from otps where phone = ${phone}`);
    expect(JSON.stringify(stored)).not.toContain(cookie!.slice(10, 32));
  });
});

/** Sends requests as strangers do until nothing is sent any more: over a day's limit for each of them. */
async function useUp(phone: string, asks: readonly (() => Promise<unknown>)[]) {
  for (let n = 0; n < 14; n += 1) {
    await asks[n % asks.length]!();
    moveClock(5 * 60_000 + 1_000);
  }
  moveClock(15 * 60_000);
  sent.delete(phone);
}
const askForBooking = (phone: string) => () => api("consumerAppAppRoute/sent-otp-by-web", { body: mobile(phone) });
const askForLogin = (phone: string) => () => api("center/sent-otp", { body: mobile(phone) });

describe("the day's messages", () => {
  test("requests of another purpose close no center's login: three of the day's messages are its own", async () => {
    freezeClock(new Date());
    const { phone } = await aCenter();
    await useUp(phone, [askForBooking(phone)]);
    for (let n = 0; n < 3; n += 1) {
      const browser = aBrowser();
      await browser.send(centerLogin, { intent: "send", phone });
      expect(sent.get(phone)?.deliver, `login ${n + 1}`).toBe(true);
      expect((await browser.send(centerLogin, enteringOf(phone))).to).toBe("/brodcast-requests");
      moveClock(15 * 60_000);
    }
  });

  test.each(["the cookie of its session", "what is kept when the session is over", "an app's earlier token"])(
    "a center that was signed in before gets its code whatever strangers ask for: %s",
    async (how) => {
      freezeClock(new Date());
      const { phone } = await aCenter();
      const browser = aBrowser();
      await browser.send(centerLogin, { intent: "send", phone });
      await browser.send(centerLogin, enteringOf(phone));
      const earlier = browser.jar.get("center_session")!;
      moveClock(31_000);
      await api("center/sent-otp", { body: mobile(phone) });
      const { token } = await api("center/login-with-otp", { body: { ...mobile(phone), otp: sent.get(phone)!.code } });
      await browser.send(centerLogout, { intent: "logout" }, "/logout");
      expect(browser.jar.has("center_session")).toBe(false);
      if (how === "the cookie of its session") browser.jar.set("center_session", earlier);
      if (how !== "what is kept when the session is over") browser.jar.delete("center_known");
      await useUp(phone, [askForBooking(phone), askForLogin(phone)]);

      const stranger = await aBrowser().send(centerLogin, { intent: "send", phone });
      expect([stranger.status, sent.get(phone)]).toEqual([429, undefined]);
      if (how === "an app's earlier token") {
        const answer = await api("center/sent-otp", { body: mobile(phone), token: token! });
        expect([answer.status, sent.get(phone)?.deliver]).toEqual([200, true]);
        return;
      }
      expect((await browser.send(centerLogin, { intent: "send", phone })).to).toBe("/login?step=code");
      expect(sent.get(phone)?.deliver).toBe(true);
      expect((await browser.send(centerLogin, enteringOf(phone))).to).toBe("/brodcast-requests");
    },
  );

  test("a browser that was signed in as somebody else is a stranger's", async () => {
    freezeClock(new Date());
    const { phone } = await aCenter();
    const other = await aCenter();
    const browser = aBrowser();
    await browser.send(centerLogin, { intent: "send", phone: other.phone });
    await browser.send(centerLogin, enteringOf(other.phone));
    await useUp(phone, [askForBooking(phone), askForLogin(phone)]);
    expect((await browser.send(centerLogin, { intent: "send", phone })).status).toBe(429);
  });
});

describe("an admin's name", () => {
  const password = "Right@2026";
  const anAdmin = async () => {
    const userName = `admin${aPhone()}`;
    const phone = aPhone();
    await createAdmin(system("test"), { userName, password, name: "Asha", mobile: phone, adminRole: "SUPER_ADMIN" });
    return { userName, phone };
  };
  const entering = (userName: string, typed = password) => ({ intent: "login", userName, password: typed });

  /**
   * Enters wrong passwords from many addresses until the name is delayed; they are counted without hashing, to be fast.
   */
  async function closeName(userName: string) {
    const { countSignIn } = await import("#modules/access/admins/sign-in-delay.ts");
    for (let n = 0; n < 50; n += 1) await countSignIn(userName, { address: `10.${n}.0.1` });
    expect((await aBrowser().send(adminLogin, entering(userName))).status, "a new browser waits").toBe(429);
  }

  test("H30 strangers' wrong passwords keep no browser out in which the admin was signed in before", async () => {
    const { userName } = await anAdmin();
    const browser = aBrowser();
    const desk = aBrowser();
    for (const one of [browser, desk]) expect((await one.send(adminLogin, entering(userName))).to).toBe("/Home");
    const session = browser.jar.get("admin_session")!;
    await rows(
      sql`update sessions set ended_at = now() where subject_id = (select id from admins where user_name = ${userName})`,
    );
    await closeName(userName);

    browser.jar.delete("admin_session");
    expect((await browser.send(adminLogin, entering(userName))).to, "by what was kept").toBe("/Home");
    const old = aBrowser();
    old.jar.set("admin_session", session);
    expect((await old.send(adminLogin, entering(userName))).to, "by the ended session").toBe("/Home");

    // Its own wrong passwords count as usual, and only for itself.
    for (let n = 0; n < 5; n += 1) expect((await desk.send(adminLogin, entering(userName, "wrong"))).status).toBe(422);
    expect((await desk.send(adminLogin, entering(userName))).status).toBe(429);
    expect((await browser.send(adminLogin, entering(userName))).to).toBe("/Home");
  }, 30_000);

  test("H30 a session of one admin opens no other name", async () => {
    const mine = await anAdmin();
    const otherAdmin = await anAdmin();
    const browser = aBrowser();
    await browser.send(adminLogin, entering(mine.userName));
    await closeName(otherAdmin.userName);
    expect((await browser.send(adminLogin, entering(otherAdmin.userName))).status).toBe(429);
  }, 30_000);

  test("H30 an admin who is kept out of a new browser comes in by proving the phone", async () => {
    freezeClock(new Date());
    const { userName, phone } = await anAdmin();
    await closeName(userName);
    const browser = aBrowser();
    const fresh = "Fresh@2027";
    const answer = await browser.send(forgotPassword, { intent: "ask", phone, password: fresh, again: fresh });
    const { request } = (answer.data as { result: { request: string } } | undefined)!.result;
    const proof = { intent: "finish", phone, request, otp: sent.get(phone)!.code };
    expect((await browser.send(forgotPassword, proof)).to).toBe("/admin-login");
    expect((await aBrowser().send(adminLogin, entering(userName, fresh))).status).toBe(429);
    expect((await browser.send(adminLogin, entering(userName, fresh))).to).toBe("/Home");
  }, 30_000);
});
