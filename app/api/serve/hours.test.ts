import { expect, test } from "vitest";
import { openSession } from "#modules/access/index.ts";
import { fromIst, istDate } from "#modules/kernel/clock.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAddress, anAdmin, aTechnician } from "#modules/testing/factories.ts";
import { serve } from "./serve.server.ts";

openDatabase();

/* A center sets the hours of its week, its technicians' and the days of neither over the HTTP API; admins keep holidays. */

type Reply = { status: number; code?: string; fields?: Record<string, string>; data: unknown };

const tokenOf = async (kind: "center" | "admin", subjectId: string) =>
  (await openSession({ kind, subjectId, via: "token", address: anAddress() })).token;

async function api(token: string, line: string, body?: object): Promise<Reply> {
  const [method, path] = line.split(" ") as [string, string];
  const request = new Request(`http://localhost:3000/api/${path}`, {
    method,
    headers: { "access-token": token, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await serve({ request, params: {}, context: { address: anAddress(), requestId: "hours" } })).json();
}

const inDays = (days: number) => istDate(new Date(fromIst(istDate(), "12:00").getTime() + days * 86_400_000));

test("a center reads the usual hours, sets its own and a technician's, and notes who is away when", async () => {
  const center = await aCenter();
  const technician = await aTechnician({ center });
  const token = await tokenOf("center", center.id);
  const usual = (await api(token, "GET center/hours")).data as { hours: object[]; own_hours: boolean };
  expect([usual.own_hours, usual.hours.length, usual.hours[0]]).toEqual([
    false,
    6,
    { day: "mon", opens: "09:00", closes: "19:00" },
  ]);

  const week = { mon: { opens: "08:30", closes: "17:00" }, "sun.opens": "10:00", "sun.closes": "14:00" };
  expect(await api(token, "PUT center/hours", week)).toMatchObject({ status: 200 });
  const own = `center/technician-hours/${technician.id}`;
  expect(await api(token, `PUT ${own}`, { tue: { opens: "12:00", closes: "16:00" } })).toMatchObject({ status: 200 });
  const days = { technician_obj_id: technician.id, first: inDays(2), last: inDays(4) };
  const noted = (await api(token, "POST center/absences", days)).data as { _id: string };
  const closed = (await api(token, "POST center/absences", { first: inDays(9) })).data as { _id: string };
  const absence = { _id: noted._id, first: inDays(2), last: inDays(4) };

  expect((await api(token, "GET center/hours")).data).toMatchObject({
    own_hours: true,
    hours: [
      { day: "mon", opens: "08:30", closes: "17:00" },
      { day: "sun", opens: "10:00", closes: "14:00" },
    ],
    closed_days: [{ _id: closed._id, first: inDays(9), last: inDays(9) }],
    technicians: [{ _id: technician.id, own_hours: true, next_absence: absence }],
  });
  const hours = [{ day: "tue", opens: "12:00", closes: "16:00" }];
  expect((await api(token, `GET ${own}`)).data).toMatchObject({ own_hours: true, hours, absences: [absence] });

  expect(await api(token, `DELETE center/absences/${noted._id}`)).toMatchObject({ status: 200 });
  expect(await api(token, `PUT ${own}`, {})).toMatchObject({ status: 200 });
  expect((await api(token, `GET ${own}`)).data).toMatchObject({ own_hours: false, hours: [], absences: [] });
});

test("hours and days that cannot be are refused at their field, and another center's are not there", async () => {
  const center = await aCenter();
  const token = await tokenOf("center", center.id);
  const fieldsOf = async (line: string, body: object) => (await api(token, line, body)).fields;
  const half = {
    mon: { opens: "09:00" },
    tue: { opens: "18:00", closes: "09:00" },
    wed: { opens: "25:00", closes: "26:00" },
  };
  expect(Object.keys((await fieldsOf("PUT center/hours", half)) ?? {}).sort()).toEqual([
    "mon.closes",
    "tue.closes",
    "wed.closes",
    "wed.opens",
  ]);
  expect(await fieldsOf("PUT center/hours", {})).toHaveProperty(["mon.opens"]);
  expect(await fieldsOf("POST center/absences", { first: inDays(-1) })).toHaveProperty("first");
  expect(await fieldsOf("POST center/absences", { first: inDays(3), last: inDays(2) })).toHaveProperty("last");
  expect(await fieldsOf("POST center/absences", { first: "2027-02-30" })).toHaveProperty("first");

  const rival = await aCenter();
  const others = await tokenOf("center", rival.id);
  const { id } = await aTechnician({ center });
  const mine = (await api(token, "POST center/absences", { first: inDays(1) })).data as { _id: string };
  for (const [line, body] of [
    [`GET center/technician-hours/${id}`],
    [`PUT center/technician-hours/${id}`, {}],
    ["POST center/absences", { technician_obj_id: id, first: inDays(1) }],
    [`DELETE center/absences/${mine._id}`],
  ] as const)
    expect([line, (await api(others, line, body)).status]).toEqual([line, 404]);
});

test("an admin who keeps centers adds a holiday once for a state, sees it listed, and takes it off", async () => {
  const token = await tokenOf("admin", (await anAdmin()).id);
  const holiday = { day: inDays(300), holiday_name: "Ugadi", state: "Karnataka" };
  const { data } = await api(token, "POST admin/holidays", holiday);
  const { _id } = data as { _id: string };
  expect(await api(token, "POST admin/holidays", holiday)).toMatchObject({ status: 409, code: "holiday.taken" });
  const listed = async () =>
    ((await api(token, "GET admin/holidays")).data as { _id: string }[]).filter((each) => each._id === _id);
  expect(await listed()).toEqual([{ _id, day: inDays(300), name: "Ugadi", state: "Karnataka" }]);
  expect(await api(token, "POST admin/holidays", { ...holiday, day: inDays(-1) })).toMatchObject({ status: 422 });
  expect(await api(token, `DELETE admin/holidays/${_id}`)).toMatchObject({ status: 200 });
  expect(await listed()).toEqual([]);
  expect(await api(token, `DELETE admin/holidays/${_id}`)).toMatchObject({ status: 404, code: "holiday.notFound" });
});
