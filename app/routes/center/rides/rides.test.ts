import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { action as paymentReturned } from "#app/routes/hooks/payment-return.ts";
import { loader as bookingPage } from "#app/routes/public/booking/route.tsx";
import { action, loader } from "#app/routes/public/pick-drop/route.tsx";
import { loader as pincodePage } from "#app/routes/public/pincode.ts";
import { openSession } from "#modules/access/index.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { say } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aDealerQr,
  aDriver,
  anAddress,
  aPhone,
  aService,
  asCenter,
  aVehicle,
  qrOf,
} from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { bookRide } from "#modules/tickets/index.ts";
import { walletBalance } from "#modules/wallet/index.ts";
import { loader as frame } from "../frame/route.tsx";
import { loader as daySheetFile } from "./day-sheet.ts";
import { loader as daySheetPage } from "./route.tsx";

openDatabase();

const till = openTill();

type Answer = { status: number; to: string | null; data: Record<string, unknown> };

async function answerOf(answering: unknown): Promise<Answer> {
  const answer = await (answering as Promise<unknown>).catch((thrown: unknown) => thrown);
  if (answer instanceof Error) throw answer;
  if (answer instanceof Response) return { status: answer.status, to: answer.headers.get("location"), data: {} };
  const { data, init } = answer as { data: Answer["data"]; init?: { status?: number } };
  return { status: init?.status ?? 200, to: null, data };
}

const typed = (more: object = {}): Record<string, string> => ({
  name: "Sita Devi",
  phone: aPhone(),
  pincode: "560001",
  pickLocation: "Metro",
  dropLocation: "Market",
  amount: "20",
  modeOfPayment: "cash",
  ...more,
});

/** A browser that opened the page of a code. */
function at(id: string) {
  const context = { address: anAddress() };
  const url = `http://localhost/bookingPickDrop/${id}`;
  const open = (query = "") => answerOf(loader({ request: new Request(`${url}${query}`), params: { id }, context }));
  const send = (fields: Record<string, string>, intent = "ride") =>
    answerOf(
      action({
        request: new Request(url, { method: "POST", body: new URLSearchParams({ intent, ...fields }) }),
        params: { id },
        context,
      }),
    );
  return { open, send };
}

async function aDriversCode(more: Parameters<typeof aDriver>[0] = {}) {
  const driver = await aDriver({ name: "Basavaraj Patil", pincode: "560034", ...more });
  return { driver, id: (await qrOf(driver)).qrId };
}

const ridesOf = (phone: string) => rows<{ public_id: string }>(sql`select * from rides where phone = ${phone}`);

describe("/bookingPickDrop/{qr_id}", () => {
  test("R036 a partner's page leads here only for pick and drop with the e-rickshaw", async () => {
    const { id } = await aDriversCode();
    const pickDrop = await aService({ pickDrop: true });
    const bike = (await qrOf(await aCenter({ services: [pickDrop], vehicleId: (await aVehicle()).id }))).qrId;
    const other = await aVehicle({ eRickshaw: true });
    const plumber = (await qrOf(await aCenter({ vehicleId: other.id }))).qrId;
    const open = (qr: string) =>
      answerOf(
        bookingPage({ request: new Request(`http://localhost/booking/${qr}`), params: { id: qr }, context: {} }),
      );
    expect((await open(id)).to).toBe(`/bookingPickDrop/${id}`);
    expect((await open(bike)).to).toBeNull();
    expect((await open(plumber)).to).toBeNull();
  });

  test("R067 R068 R069 R070 shows driver and QR id, the center's pincode, 10 rupees and cash", async () => {
    const { id } = await aDriversCode();
    expect((await at(id).open()).data).toMatchObject({
      step: "form",
      driver: "Basavaraj Patil",
      qrId: id,
      values: { pincode: "560034", amount: "10", modeOfPayment: "cash" },
    });
  });

  test("an unknown code, a dealer's and another partner's each say what they are, with 404", async () => {
    const plumber = await qrOf(await aCenter());
    const dealer = await aDealerQr();
    expect(await at("NOBODY").open()).toMatchObject({ status: 404, data: { problem: "booking.qrUnknown" } });
    for (const { qrId } of [plumber, dealer]) {
      expect(await at(qrId).open()).toMatchObject({ status: 404, data: { problem: "ride.notDriver" } });
      const { phone = "", ...fields } = typed();
      expect(await at(qrId).send({ phone, ...fields })).toMatchObject({
        status: 404,
        data: { problem: "ride.notDriver" },
      });
      expect(await ridesOf(phone)).toEqual([]);
    }
  });

  test("R072 R073 its two refusals, with what was typed", async () => {
    const { id } = await aDriversCode();
    const refusalOf = async (fields: Record<string, string>) => {
      const { status, data } = await at(id).send(fields);
      const errors = Object.values((data.errors ?? {}) as Record<string, never>).map((key) => say(key));
      return [status, ...new Set(errors), data.values];
    };
    const empty = typed({ dropLocation: "" });
    expect(await refusalOf(empty)).toEqual([422, "Please fill out all fields correctly.", { ...empty }]);
    const short = typed({ phone: "98765" });
    expect(await refusalOf(short)).toEqual([422, "Please fill out Contact No. Properly", { ...short }]);
    const dear = typed({ amount: "500" });
    expect(await refusalOf(dear)).toEqual([422, "Please fill out all fields correctly.", { ...dear }]);
  });

  test("R071 a cash ride ends in 'Responded Successfully', and its page shows nothing of the passenger", async () => {
    const { id } = await aDriversCode();
    const fields = typed();
    const { status, to } = await at(id).send(fields);
    const [ride] = await ridesOf(fields.phone!);
    expect([status, to]).toEqual([303, `/bookingPickDrop/${id}?ride=${ride!.public_id}`]);
    const { data } = await at(id).open(to!.slice(to!.indexOf("?")));
    expect(data).toMatchObject({ step: "done", mode: "cash", farePaise: 2000, from: "Metro", to: "Market" });
    expect(JSON.stringify(data)).not.toMatch(new RegExp(`${fields.phone}|Sita`));
  });

  test("an online ride is paid on the hosted checkout over the server's order, and leads back here", async () => {
    const { id, driver } = await aDriversCode();
    const fields = typed({ modeOfPayment: "online", amount: "40" });
    const { to } = await at(id).send(fields);
    const { data } = await at(id).open(to!.slice(to!.indexOf("?")));
    expect(data).toMatchObject({ step: "pay", gateway: { fields: { amount: "4000", currency: "INR" } } });
    const { order_id } = (data.gateway as { fields: { order_id: string } }).fields;

    const checked = await at(id).send({ ride: data.id as string }, "check");
    expect(checked.to).toBe(`${to}&payment=failed`);
    const callback = await till.checkout(order_id);
    const back = await answerOf(
      paymentReturned({
        request: new Request("http://localhost/payment/return", {
          method: "POST",
          body: new URLSearchParams({ ...callback }),
        }),
        params: {},
        context: {},
      }),
    );
    expect(back).toMatchObject({ status: 303, to });
    expect((await at(id).open(to!.slice(to!.indexOf("?")))).data).toMatchObject({ step: "done", mode: "online" });
    expect(await walletBalance(driver.id)).toBe(4000);
  });

  test("a fare that is paid while the ride's page is made leads to the settled ride, not to a refusal", async () => {
    const { id } = await aDriversCode();
    const { to } = await at(id).send(typed({ modeOfPayment: "online", amount: "40" }));
    const ride = to!.slice(to!.indexOf("?"));
    const { order_id } = ((await at(id).open(ride)).data.gateway as { fields: { order_id: string } }).fields;
    expect(await till.paidDuring(order_id, () => at(id).open(ride))).toMatchObject({ status: 303, to });
    expect((await at(id).open(`${ride}&payment=closed`)).data).toMatchObject({ step: "done", mode: "online" });
  });

  test("a form that is sent twice is one ride", async () => {
    const { id } = await aDriversCode();
    const fields = typed({ once: `once-${aPhone()}` });
    const first = await at(id).send(fields);
    const second = await at(id).send(fields);
    expect(second.to).toBe(first.to);
    expect(await ridesOf(fields.phone!)).toHaveLength(1);
  });
});

describe("the driver's console", () => {
  const inConsole = async (door: unknown, center: { id: string }, query = "") => {
    const { token } = await openSession({ kind: "center", subjectId: center.id, via: "cookie", address: anAddress() });
    const request = new Request(`http://localhost/rides${query}`, { headers: { cookie: `center_session=${token}` } });
    return (door as (args: object) => Promise<unknown>)({ request, params: {}, context: {} });
  };

  test("only a driver has the menu's entry, the day sheet and its file", async () => {
    const driver = await aDriver();
    const plumber = await aCenter();
    const rider = await aDriver({ vehicleId: (await aVehicle()).id });
    expect((await answerOf(inConsole(frame, driver))).data).toMatchObject({ drives: true });
    for (const other of [plumber, rider])
      expect((await answerOf(inConsole(frame, other))).data).toMatchObject({ drives: false });
    expect((await answerOf(inConsole(daySheetPage, driver))).status).toBe(200);
    expect(await answerOf(inConsole(daySheetPage, plumber))).toMatchObject({
      status: 404,
      data: { problem: "ride.noSheet" },
    });
    expect((await answerOf(inConsole(daySheetFile, plumber))).status).toBe(404);
  });

  test("the file has the day's rides in rupees, no formulas and nobody's number, and its taking is recorded", async () => {
    const driver = await aDriver();
    const phone = aPhone();
    await bookRide(
      { kind: "anyone", phones: [], address: anAddress() },
      {
        name: "Sita Devi",
        phone,
        pincode: "560001",
        pickLocation: '=HYPERLINK("x")',
        dropLocation: "Market, north",
        amount: 30,
        modeOfPayment: "cash",
        centerId: driver.id,
      },
    );
    const file = (await inConsole(daySheetFile, driver)) as Response;
    expect(file.headers.get("content-disposition")).toMatch(
      /^attachment; filename\*=UTF-8''day-sheet-\d{4}-\d\d-\d\d\.csv$/,
    );
    const lines = (await file.text()).trim().split("\r\n");
    expect(lines[0]).toBe("Time,Ride,From,To,Amount,Mode of Payment,Status");
    expect(lines[1]).toMatch(/,"'=HYPERLINK\(""x""\)","Market, north",30\.00,Cash,Paid$/);
    expect(lines.join()).not.toMatch(new RegExp(`${phone}|Sita`));
    const taken = await rows(sql`select 1 from history where subject_id = ${driver.id} and event = 'list.exported'`);
    expect(taken).toHaveLength(1);
    expect(asCenter(driver).centerId).toBe(driver.id);
  });
});

test("a pincode's city and state are told to the forms; what is no pincode is refused", async () => {
  const ask = async (pincode: string) =>
    (await (pincodePage as (args: object) => Promise<Response>)({
      request: new Request(`http://localhost/pincodes/${pincode}`),
      params: { pincode },
      context: { address: anAddress() },
    })) as Response;
  await aCenter({ pincode: "560097", city: "Bengaluru", state: "Karnataka" });
  expect(await (await ask("560097")).json()).toMatchObject({ city: "Bengaluru", state: "Karnataka" });
  expect((await ask("56009")).status).toBe(422);
  expect((await ask("abcdef")).status).toBe(422);
});
