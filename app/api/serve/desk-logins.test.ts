import { expect, test } from "vitest";
import { openSession } from "#modules/access/index.ts";
import { addDeskLogin, deskLogins } from "#modules/centers/index.ts";
import { mostDeskLogins } from "#modules/centers/shared.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAddress, aPhone, asCenter } from "#modules/testing/factories.ts";
import { serve } from "./serve.server.ts";

openDatabase();

/* A center's owner lists, adds and ends the people of the desk over the HTTP API; nobody else does. */

type Login = { _id: string; name: string; mobile_number: string; last_login: string | null };
type Reply<Data> = { status: number; code?: string; message: string; fields?: Record<string, string>; data: Data };

async function aShop() {
  const center = await aCenter();
  const tokenOf = async (deskLoginId?: string) =>
    (await openSession({ kind: "center", subjectId: center.id, deskLoginId, via: "token", address: anAddress() }))
      .token;
  return { center, owner: asCenter(center), tokenOf, token: await tokenOf() };
}

async function api<Data = Login>(token: string, line: string, body?: object): Promise<Reply<Data>> {
  const [method, path] = line.split(" ") as [string, string];
  const request = new Request(`http://localhost:3000/api/center/${path}`, {
    method,
    headers: { "access-token": token, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await serve({ request, params: {}, context: { address: anAddress(), requestId: "logins" } })).json();
}

test("the owner adds a person of the desk, sees them listed, and ends the login, whose token is refused from then on", async () => {
  const { center, token, tokenOf } = await aShop();
  const phone = aPhone();
  const added = await api(token, "POST desk-logins", { name: "Asha Rao", mobile_number: `+91 ${phone}` });
  const login = { name: "Asha Rao", mobile_number: phone, last_login: null, ends_unless_logged_in: expect.any(String) };
  expect(added).toMatchObject({
    status: 200,
    message: "The person can log in now, with an OTP to this number",
    data: login,
  });
  const { _id } = added.data;
  expect((await api(token, "GET desk-logins")).data).toMatchObject([{ _id, name: "Asha Rao", mobile_number: phone }]);

  const desk = await tokenOf(_id);
  const refused = { status: 403, code: "permission.denied" };
  expect(await api(desk, "GET desk-logins")).toMatchObject(refused);
  expect(await api(desk, "POST desk-logins", { name: "Ravi", mobile_number: aPhone() })).toMatchObject(refused);
  const colleague = await api(token, "POST desk-logins", { name: "Ravi", mobile_number: aPhone() });
  expect(await api(desk, `DELETE desk-logins/${colleague.data._id}`)).toMatchObject({ status: 403 });
  expect((await api(token, `DELETE desk-logins/${colleague.data._id}`)).status).toBe(200);
  expect(await api(desk, "GET get-all-ticket")).toMatchObject({ status: 200 });

  expect(await api(token, `DELETE desk-logins/${_id}`)).toMatchObject({
    status: 200,
    message: "The login has ended",
    data: null,
  });
  expect(await api(desk, "GET get-all-ticket")).toMatchObject({ status: 401 });
  expect((await api<Login[]>(token, "GET desk-logins")).data).toEqual([]);
  const acts = (await historyOf("center", center.id)).filter(({ data }) => data.loginId === _id);
  expect(acts.map(({ event }) => event)).toEqual(["deskLogin.added", "deskLogin.ended"]);
});

test("a person of the desk ends their own login, whose token is refused from then on", async () => {
  const { token, tokenOf } = await aShop();
  const { data } = await api(token, "POST desk-logins", { name: "Asha Rao", mobile_number: aPhone() });
  const desk = await tokenOf(data._id);
  expect(await api(desk, `DELETE desk-logins/${data._id}`)).toMatchObject({ status: 200 });
  expect(await api(desk, "GET get-all-ticket")).toMatchObject({ status: 401 });
  expect((await api<Login[]>(token, "GET desk-logins")).data).toEqual([]);
});

test("another center's login is not there, in the list and by its id, and stays", async () => {
  const { owner } = await aShop();
  const { id } = await addDeskLogin(owner, { name: "Asha", phone: aPhone() });
  const { token } = await aShop();
  expect((await api<Login[]>(token, "GET desk-logins")).data).toEqual([]);
  expect(await api(token, `DELETE desk-logins/${id}`)).toMatchObject({ status: 404, code: "deskLogin.notFound" });
  expect(await api(token, "DELETE desk-logins/1")).toMatchObject({ status: 422, code: "form.id" });
  expect(await deskLogins(owner)).toHaveLength(1);
});

test("the phone of an account is refused at the field, and so is what is no phone; a sixth person is one too many", async () => {
  const { center, owner, token } = await aShop();
  const other = await aCenter();
  for (const [mobile_number, word] of [
    [other.phone, "logs in with this number"],
    [center.phone, "logs in with this number"],
    ["98765", "mobile number"],
  ]) {
    const { status, fields } = await api(token, "POST desk-logins", { name: "Ravi", mobile_number });
    expect([status, fields]).toEqual([422, { mobile_number: expect.stringContaining(word!) }]);
  }
  expect((await api(token, "POST desk-logins", { mobile_number: aPhone() })).fields).toMatchObject({
    name: expect.any(String),
  });
  for (let nth = 0; nth < mostDeskLogins; nth++) await addDeskLogin(owner, { name: "Asha", phone: aPhone() });
  const tooMany = await api(token, "POST desk-logins", { name: "Ravi", mobile_number: aPhone() });
  expect(tooMany).toMatchObject({ status: 409, code: "deskLogin.tooMany" });
  expect(await deskLogins(owner)).toHaveLength(mostDeskLogins);
});
