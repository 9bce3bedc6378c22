import { sql } from "kysely";
import { expect, test } from "vitest";
import { contract } from "#app/api/contract/index.ts";
import { serve } from "#app/api/serve/serve.server.ts";
import { loader as invoice } from "#app/routes/files/invoice.ts";
import { loader as receipt } from "#app/routes/files/receipt.ts";
import { action as bookingForm } from "#app/routes/public/booking/route.tsx";
import { loader as tracking, action as trackingForm } from "#app/routes/public/tracking/route.tsx";
import { addedSince, countEverything } from "#app/testing/once/scene.ts";
import { scenes } from "#app/testing/once/scenes.ts";
import { otpRequested, rememberVisitor } from "#modules/access/index.ts";
import { fromNow, minute } from "#modules/kernel/clock.ts";
import { hashToken, unseal } from "#modules/kernel/crypto.server.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, aPhone, aPincode, aPriceList, aProof, aService } from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { openTill } from "#modules/testing/payments.ts";
import { aClosedJob } from "#modules/testing/work.ts";

openDatabase();

/*
 * A victim has proved a phone and has not used the proof yet. An attacker at the same network address, which carriers
 * share among thousands, tries everything but that proof at every door that takes one (fixed point 13): nobody may
 * book, read, rebook or rate in the victim's name, and the victim's proof must stay unused.
 */

const till = openTill();

const codes = new Map<string, string>();
hear(otpRequested, async ({ sealed }) => {
  const { phone, code } = JSON.parse(unseal(sealed)) as { phone: string; code: string };
  codes.set(phone, code);
});

/** The number of the next network address that victim and attacker share. */
let network = 0;
const networks: Record<string, () => { victim: string; stranger: string }> = {
  "one IPv4 address": () => {
    const address = `198.18.${++network % 250}.7`;
    return { victim: address, stranger: address };
  },
  "one mapped IPv4 address": () => {
    const address = `198.19.${++network % 250}.7`;
    return { victim: address, stranger: `::ffff:${address}` };
  },
  "one IPv6 address": () => {
    const address = `2001:db8:7:${(++network).toString(16)}::1`;
    return { victim: address, stranger: address };
  },
  "one IPv6 network": () => {
    const prefix = `2001:db8:8:${(++network).toString(16)}`;
    return { victim: `${prefix}::1`, stranger: `${prefix}:ffff::77` };
  },
};

type Sent = { method: string; path: string; headers?: Record<string, string>; body?: object; address: string };

async function call({ method, path, headers = {}, body, address }: Sent) {
  const request = new Request(`http://localhost:3000/api/${path}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(method !== "GET" && { body: JSON.stringify(body ?? {}) }),
  });
  const answer = await serve({ request, params: {}, context: { address, requestId: "stranger" } });
  const text = await answer.text();
  return { status: answer.status, code: JSON.parse(text).code as string | undefined, text };
}

/** The victim proves a phone from the attacker's network address, with the calls an app makes. */
async function proves(phone: string, purpose: string, address: string): Promise<string> {
  const mobile = { country_code: "+91", mobile_number: phone };
  const [ask, verify] =
    purpose === "registration"
      ? ["center/sent-otp?action=registration", "center/verify-otp"]
      : ["consumerAppAppRoute/sent-otp-by-web", "consumerAppAppRoute/verify-otp-by-web"];
  await call({ method: "POST", path: ask, body: mobile, address });
  const body = { ...mobile, otp: codes.get(phone) };
  const { text } = await call({ method: "POST", path: verify, body, address });
  return JSON.parse(text).data.proof;
}

const missing = "otp.proofMissing";
const worthless = "otp.proofNeeded";

/** What an attacker has instead of the victim's proof, and the error it must give. */
async function worthlessOf(phone: string, purpose: "booking" | "registration", victims: string) {
  const other = purpose === "booking" ? "registration" : "booking";
  const used = await aProof({ phone, purpose });
  await rows(sql`update otp_proofs set used_at = now() where token_hash = ${hashToken(used)}`);
  return {
    "made up": "x".repeat(victims.length),
    "a word": "null",
    "another phone's": await aProof({ phone: aPhone(), purpose }),
    "of another purpose": await aProof({ phone, purpose: other }),
    "of a login": await aProof({ phone, purpose: "center_login" }),
    used,
    expired: await aProof({ phone, purpose, expiresAt: fromNow(-minute) }),
    "the victim's, cut short": victims.slice(0, -1),
    "the victim's in other letters": victims.toUpperCase() === victims ? victims.toLowerCase() : victims.toUpperCase(),
    "the victim's as it is kept": hashToken(victims),
    "the phone itself": phone,
  };
}

type Shown = { name: string; headers?: Record<string, string>; body?: object; code: string };

/** Everything an attacker can send with a call: each value in each place. */
function attempts(proofs: Record<string, string>): Shown[] {
  const one = proofs["made up"]!;
  const two = proofs["another phone's"]!;
  const header = (proof: string) => ({ "x-otp-proof": proof });
  return [
    { name: "nothing", code: missing },
    ...["", " ", "\t"].flatMap((proof) => [
      { name: `header ${JSON.stringify(proof)}`, headers: header(proof), code: missing },
      { name: `body ${JSON.stringify(proof)}`, body: { proof }, code: missing },
      { name: `both ${JSON.stringify(proof)}`, headers: header(proof), body: { proof }, code: missing },
    ]),
    { name: "null", body: { proof: null }, code: missing },
    ...[0, 1, true, {}, [], ["x"], { proof: one }, "x".repeat(201)].map((proof) => ({
      name: `body ${JSON.stringify(proof).slice(0, 20)}`,
      body: { proof },
      code: "422",
    })),
    ...Object.entries(proofs).flatMap(([name, proof]) => [
      { name: `header: ${name}`, headers: header(proof), code: worthless },
      { name: `body: ${name}`, body: { proof }, code: worthless },
      // A browser's cookies are not a proof for a call.
      { name: `cookie: ${name}`, headers: { cookie: `proof=${proof}` }, code: missing },
    ]),
    { name: "header and body", headers: header(one), body: { proof: one }, code: worthless },
    { name: "header against body", headers: header(one), body: { proof: two }, code: worthless },
    { name: "an empty body beside a header", headers: header(one), body: { proof: "" }, code: worthless },
    { name: "an empty header beside a body", headers: header(""), body: { proof: one }, code: worthless },
    { name: "two headers", headers: header(`${one}, ${two}`), code: worthless },
    {
      name: "a forwarded address",
      headers: { "x-forwarded-for": "127.0.0.1", forwarded: "for=127.0.0.1" },
      code: missing,
    },
  ];
}

/** Whether the victim's proof is still unused and valid. */
const unused = async (proof: string) =>
  (await rows(sql`select 1 from otp_proofs where token_hash = ${hashToken(proof)} and used_at is null`)).length === 1;

const callOf = (name: string) => name.split(" · ")[0]!;
const proving = Object.entries(contract).filter(([, { proof, once }]) => proof && once);
const doors = proving.flatMap(([key]) =>
  Object.keys(scenes)
    .filter((name) => callOf(name) === key)
    .slice(0, 1),
);

test("every call that takes a proof is tried", () => {
  expect(doors.map(callOf).sort()).toEqual(proving.map(([key]) => key).sort());
  // Those without an idempotency key are tried by own-visit.test.ts and visit-calls.test.ts of app/api/serve.
  const unkeyed = Object.entries(contract).filter(([, { proof, once }]) => proof && !once);
  expect(unkeyed.map(([key]) => key).sort()).toEqual([
    "GET center/tickets/{id}/choices",
    "POST center/own-requests",
    "PUT center/tickets/{id}/choose-window",
    "PUT center/tickets/{id}/undo-cancel",
  ]);
});

test.each(doors.flatMap((name) => Object.keys(networks).map((where) => [name, where] as const)))(
  "%s, with a victim at %s",
  async (name, where) => {
    const at = networks[where]!();
    await unitOfWork(() => aPriceList());
    const { sent } = await unitOfWork(() => scenes[name]!(till, callOf(name)));
    const { proof: made, ...body } = sent.body as { proof: string };
    const [{ phone, purpose }] = (await rows<{ phone: string; purpose: "booking" | "registration" }>(
      sql`delete from otp_proofs where token_hash = ${hashToken(made)} returning phone, purpose`,
    )) as [{ phone: string; purpose: "booking" | "registration" }];
    const victims = await proves(phone, purpose, at.victim);
    const proofs = await worthlessOf(phone, purpose, victims);
    // A visitor who proved another phone has a browser that stands for that phone only.
    const { token } = await rememberVisitor({ phone: aPhone() });
    const signedIn = sent.headers["access-token"] !== undefined;
    const before = await countEverything();
    for (const { name: how, headers, body: more, code } of attempts(proofs)) {
      for (const cookie of signedIn ? [undefined] : [undefined, `visitor=${token}`]) {
        if (cookie && headers?.cookie) continue;
        const response = await call({
          method: sent.method,
          path: sent.path,
          address: at.stranger,
          headers: { ...sent.headers, ...headers, ...(cookie && { cookie }) },
          body: { ...body, ...more },
        });
        const status = code === "422" ? 422 : code === missing && !signedIn ? 401 : 403;
        expect([response.status, ...(code === "422" ? [] : [response.code])], how).toEqual([
          status,
          ...(code === "422" ? [] : [code]),
        ]);
        // R020–R024: none of these answers may end a session.
        expect(response.text).not.toMatch(/jwt expired|Permission denied|User not found|Token is invalid/);
        expect(response.text).not.toContain(victims);
      }
    }
    expect(await addedSince(before)).toEqual({});
    expect(await unused(victims)).toBe(true);

    // The victim's own proof still works, with an idempotency key that gives its answer to nobody else.
    const key = { "idempotency-key": "1" };
    const home = networks[where]!();
    const own = { method: sent.method, path: sent.path, address: home.victim };
    const done = await call({ ...own, headers: { ...sent.headers, ...key }, body: { ...body, proof: victims } });
    expect(done.status, done.text).toBe(200);
    const after = await countEverything();
    for (const { headers, body: more } of attempts(proofs).filter(({ code }) => code !== "422")) {
      const response = await call({
        ...own,
        address: home.stranger,
        headers: { ...sent.headers, ...key, ...headers },
        body: { ...body, ...more },
      });
      // An onboarder's keys belong to its session: a different body under a used key is refused.
      expect([401, 403, ...(signedIn ? [422] : [])]).toContain(response.status);
    }
    expect(await addedSince(after)).toEqual({});
  },
  120_000,
);

type Page = (args: never) => Promise<unknown>;

/** A page's answer: its status, its redirect, and every byte of it. */
async function open(page: unknown, path: string, { headers = {}, form, address }: Opening) {
  const params = { ticketId: path.split("/")[2]?.split("?")[0] };
  const request = new Request(`http://localhost:3000${path}`, {
    headers,
    ...(form && { method: "POST", body: new URLSearchParams(form) }),
  });
  const answer = await (page as Page)({ request, params, context: { address, requestId: "stranger" } } as never).catch(
    (thrown: unknown) => thrown,
  );
  if (answer instanceof Response)
    return { status: answer.status, to: answer.headers.get("location"), text: await answer.text() };
  if (answer instanceof Error) throw answer;
  const { data, init } = answer as { data: unknown; init: { status?: number; headers: Headers } };
  return { status: init.status ?? 200, to: init.headers.get("location"), text: JSON.stringify(data) };
}
type Opening = { headers?: Record<string, string>; form?: Record<string, string>; address: string };

test.each(Object.keys(networks))("the pages of a request, with a victim at %s", async (where) => {
  const at = networks[where]!();
  const { ticket } = await aClosedJob({ name: "Meera Nair", houseNumber: "House Secret" });
  const id = ticket.publicId;
  const victims = await proves(ticket.phone, "booking", at.victim);
  const proofs = await worthlessOf(ticket.phone, "booking", victims);
  const before = await countEverything();
  const again = { ticketId: id, "timePreference.type": "IMMEDIATELY" };
  const acts = { rate: { ticketId: id, rating: "5" }, rebook: again, revisit: again };
  const led = { rate: "rating", rebook: "rebook", revisit: "revisit" };
  for (const [shown, proof] of [["nothing", undefined], ["empty", ""], ...Object.entries(proofs)] as const) {
    const inHeader: Record<string, string> = proof === undefined ? {} : { "x-otp-proof": proof };
    const inCookie: Record<string, string> = proof === undefined ? {} : { cookie: `proof=${proof}` };
    for (const headers of [inHeader, inCookie, { ...inHeader, ...inCookie }]) {
      for (const [intent, fields] of Object.entries(acts)) {
        // Cookies and headers are not considered: the browser is redirected to where it proves the phone.
        const bare = await open(trackingForm, "/ServiceStatus/", {
          headers,
          address: at.stranger,
          form: { intent, ...fields },
        });
        expect([bare.status, bare.to], `${intent}, ${shown}`).toEqual([
          303,
          `/ServiceStatus/?${id}&do=${led[intent as keyof typeof led]}`,
        ]);
        const field = await open(trackingForm, "/ServiceStatus/", {
          headers,
          address: at.stranger,
          form: { intent, ...fields, proof: proof ?? "" },
        });
        expect([field.status, field.text.includes(worthless)], `${intent}, ${shown}`).toEqual(
          proof ? [403, true] : [303, false],
        );
      }
      for (const [paperKind, loader] of Object.entries({ invoice, receipt })) {
        const paper = await open(loader, `/${paperKind}s/${id}`, { headers, address: at.stranger });
        expect(paper.status, shown).toBe(401);
        expect(paper.text, shown).toContain(proof ? "tracking.proofNeeded" : missing);
        const asPerson = await open(loader, `/${paperKind}s/${id}`, {
          headers: { ...headers, accept: "text/html" },
          address: at.stranger,
        });
        expect([asPerson.status, asPerson.to]).toEqual([303, `/ServiceStatus/?${id}&do=${paperKind}`]);
      }
      for (const page of [
        await open(tracking, `/ServiceStatus/?${id}`, { headers, address: at.stranger }),
        await open(tracking, `/ServiceStatus/?${id}&do=see`, { headers, address: at.stranger }),
        await open(tracking, `/ServiceStatus/?${id}&do=rebook`, { headers, address: at.stranger }),
        await call({ method: "GET", path: `admin/get-all-ticket?ticket_obj_id=${id}`, headers, address: at.stranger }),
      ]) {
        expect(page.status).toBe(200);
        expect(page.text).not.toMatch(new RegExp(`${ticket.phone}|Nair|House Secret`));
      }
    }
  }
  expect(await addedSince(before)).toEqual({});
  expect(await unused(victims)).toBe(true);
  const read = await open(invoice, `/invoices/${id}`, { headers: { "x-otp-proof": victims }, address: "192.0.2.200" });
  expect(read.status).toBe(200);
});

test.each(Object.keys(networks))("the booking page, with a victim at %s", async (where) => {
  const at = networks[where]!();
  await unitOfWork(() => aPriceList());
  const service = await aService();
  const pincode = aPincode();
  await aCenter({ services: [service], pincodes: [pincode] });
  const phone = aPhone();
  const victims = await proves(phone, "booking", at.victim);
  const proofs = await worthlessOf(phone, "booking", victims);
  const form = {
    intent: "details",
    serviceId: service.id,
    name: "Meera Nair",
    phone,
    houseNumber: "12",
    pincode,
    city: "Bengaluru",
    state: "Karnataka",
    "timePreference.type": "IMMEDIATELY",
    offerCode: "GHARSEVA2025",
  };
  const before = await rows(sql`select count(*)::int as count from tickets`);
  for (const [shown, proof] of [["nothing", undefined], ["empty", ""], ...Object.entries(proofs)] as const) {
    const headers: Record<string, string> =
      proof === undefined ? {} : { cookie: `proof=${proof}`, "x-otp-proof": proof };
    const first = await open(bookingForm, "/booking", { headers, form, address: at.stranger });
    // At most a code is sent to the victim's phone, and only its reader can go on.
    expect(first.to ?? "/booking?step=otp", shown).toBe("/booking?step=otp");
    expect(first.text).not.toContain(victims);
  }
  expect(await rows(sql`select count(*)::int as count from tickets`)).toEqual(before);
  expect(await unused(victims)).toBe(true);
});
