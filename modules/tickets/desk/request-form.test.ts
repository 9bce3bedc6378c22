import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { setVisitCharge } from "#modules/catalog/index.ts";
import { type Permission, system } from "#modules/kernel/actor.ts";
import { freezeClock, fromIst, fromNow, hour, resetClock } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import type { DomainError } from "#modules/kernel/errors.ts";
import { fromRupees, toPaise } from "#modules/kernel/money.ts";
import { fieldErrors } from "#modules/kernel/validation.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aClient,
  anAcceptedTicket,
  anAdmin,
  anOffer,
  aPhone,
  aPincode,
  aService,
  asAdmin,
  asCenter,
  aTechnician,
  aTicket,
} from "#modules/testing/factories.ts";
import { ClientRequestForm, CreateRequest, RequestForm, UpdateRequest, UpdateRequestForm } from "../shared.ts";
import type { Ticket } from "../ticket.entity.ts";
import { assignTechnician } from "../work/assign.ts";
import { createRequest } from "./create-request.ts";
import { knownBefore, twinsOf } from "./known-before.ts";
import { updateRequest } from "./update-request.ts";

openDatabase();

const superior = asAdmin();
const adding: readonly Permission[] = ["add_ticket"];
const editing: readonly Permission[] = ["add_ticket", "edit_ticket.full_access", "view_ticket.full_access"];
const desk = (permissions: readonly Permission[]) => asAdmin(undefined, { permissions });
const clientDesk = async (permissions = editing) => {
  const client = await aClient();
  return { client, admin: asAdmin(undefined, { permissions, clientId: client.id }) };
};

/** What a form sends, on top of the shortest list. */
async function typed(more: Record<string, unknown> = {}) {
  return {
    serviceId: more.serviceId ?? (await aService()).id,
    name: "Meera Nair",
    phone: aPhone(),
    houseNumber: "221",
    pincode: aPincode(),
    offerCode: "GHARSEVA2025",
    timePreference: { type: "IMMEDIATELY" },
    ...more,
  };
}
const requestInput = async (more: Record<string, unknown> = {}) => CreateRequest.parse(await typed(more));
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    ({ key, fields }: DomainError) => (fields ? { key, fields } : key),
  );
const changeOf = (ticketId: string, serviceId: string, more: Record<string, unknown> = {}) =>
  UpdateRequest.parse({
    ticketId,
    serviceId,
    houseNumber: "221",
    offerCode: "GHARSEVA2025",
    timePreference: { type: "IMMEDIATELY" },
    ...more,
  });

describe("the fields", () => {
  const long = { requirement: "Noise", locality: "Indiranagar", city: "Bengaluru" };
  const missing = (schema: typeof RequestForm | typeof ClientRequestForm | typeof UpdateRequestForm, sent: object) => {
    const parsed = schema.safeParse(sent);
    return parsed.success ? [] : Object.entries(fieldErrors(parsed.error)).map(([name, key]) => `${name} ${key}`);
  };

  test("R268, Q18, Q19 the operators' form asks for the long list, the clients' for the short one, neither for a state", async () => {
    const short = ["serviceId", "name", "phone", "houseNumber", "pincode", "offerCode", "timePreference.type"];
    const incomplete = (names: string[]) => names.map((name) => `${name} form.incomplete`).toSorted();
    expect(missing(ClientRequestForm, {}).toSorted()).toEqual(incomplete(short));
    expect(missing(RequestForm, {}).toSorted()).toEqual(incomplete([...short, ...Object.keys(long)]));
    expect(missing(ClientRequestForm, await typed())).toEqual([]);
    expect(missing(RequestForm, await typed(long))).toEqual([]);
    const change = ["serviceId", "houseNumber", "offerCode", "timePreference.type", ...Object.keys(long)];
    expect(missing(UpdateRequestForm, { ticketId: "a", requirement: "", locality: "", city: "" }).length).toBe(
      change.length,
    );
  });

  test("R270 every text is kept up to its length, and refused one letter longer", async () => {
    const most = { requirement: 300, name: 30, houseNumber: 200, locality: 100, city: 30, offerCode: 20 };
    const client = { clientReference: 50 };
    for (const [name, length] of Object.entries({ ...most, ...client })) {
      expect(missing(RequestForm, await typed({ ...long, [name]: "क".repeat(length) })), name).toEqual([]);
      expect(missing(RequestForm, await typed({ ...long, [name]: "क".repeat(length + 1) })), name).toEqual([
        `${name} form.tooLong`,
      ]);
    }
    const of = { ticketId: "a", ...(await typed(long)) };
    expect(missing(UpdateRequestForm, { ...of, adminRemarks: "r".repeat(50) })).toEqual([]);
    expect(missing(UpdateRequestForm, { ...of, adminRemarks: "r".repeat(51) })).toEqual(["adminRemarks form.tooLong"]);
    for (const [name, wrong] of Object.entries({ phone: "98765432101", alternatePhone: "12345", pincode: "5600011" }))
      expect(missing(RequestForm, await typed({ ...long, [name]: wrong }))[0], name).toMatch(`${name} form.`);
    expect(missing(RequestForm, await typed({ ...long, dueAmount: "9999999999" }))).toEqual([]);
    const amounts = { "-1": "amount", "99999999999": "amountDigits", "1e3": "amount", lots: "amount" };
    for (const [amount, wrong] of Object.entries(amounts))
      expect(missing(RequestForm, await typed({ ...long, dueAmount: amount })), amount).toEqual([
        `dueAmount form.${wrong}`,
      ]);
  });

  test("R269, R030 a specific time needs one, from now on and between 08:00 and 20:00", async () => {
    freezeClock(fromIst("2026-11-22", "10:00"));
    const at = async (time: string | undefined) =>
      missing(RequestForm, await typed({ ...long, timePreference: { type: "SPECIFIC_DATE_AND_TIME", at: time } }));
    expect(await at(undefined)).toEqual(["timePreference.at form.specificTime"]);
    expect(await at("2026-11-22T09:59")).toEqual(["timePreference.at form.timeWindow"]);
    expect(await at("2026-11-23T07:59")).toEqual(["timePreference.at form.timeWindow"]);
    expect(await at("2026-11-23T20:01")).toEqual(["timePreference.at form.timeWindow"]);
    expect(await at("2026-11-22T10:00")).toEqual([]);
    expect(await at("2026-11-23T20:00")).toEqual([]);
    resetClock();
  });
});

describe("creating", () => {
  test("R277 a request is created without a fee under the admin's name, and offered at once", async () => {
    const service = await aService();
    const center = await aCenter({ services: [service] });
    const made = await createRequest(
      desk(adding),
      await requestInput({ serviceId: service.id, pincode: center.pincode }),
    );
    expect(made).toMatchObject({
      status: "PENDING",
      broadcastStatus: "broadcasted",
      createdBy: "SUPER_ADMIN",
      createName: "Operations Desk",
      bookingFeePaise: 0,
      isPaidByPublic: false,
      markedPaid: true,
      clientDuePaise: 0,
      client: null,
      phone: "*****",
      number: expect.stringMatching(/^REQ-\d{6}-\w{4}$/),
    });
    const key = await row<{ id: string }>(sql`select id from tickets where public_id = ${made.id}`);
    expect((await historyOf("ticket", key!.id)).map(({ event }) => event)).toEqual([
      "ticket.created",
      "ticket.broadcasted",
    ]);
    expect(
      await rows(sql`select status from broadcasts where ticket_id = ${key!.id} and center_id = ${center.id}`),
    ).toEqual([{ status: "PENDING" }]);
  });

  test("without a center near it the request is kept, and says so", async () => {
    expect(await createRequest(superior, await requestInput())).toMatchObject({
      serviceAvailable: false,
      status: "PENDING",
    });
  });

  test("the permission is asked, and nobody but an admin creates so", async () => {
    expect(await refusal(createRequest(desk(["edit_ticket.full_access"]), await requestInput()))).toBe("ticket.noAdd");
    expect(await refusal(createRequest(asCenter(await aCenter()), await requestInput()))).toBe("ticket.noAdd");
  });

  test("an offer that is over, a service that is not offered and a ride are refused; nothing is left of the try", async () => {
    const offer = await anOffer({ toDate: fromNow(-hour) });
    const gone = await aService({ isActive: false });
    const ride = await aService({ pickDrop: true });
    const phone = aPhone();
    const tries = [{ offerCode: offer.title }, { serviceId: gone.id }, { serviceId: ride.id }];
    for (const each of tries)
      expect(await refusal(createRequest(superior, await requestInput({ ...each, phone })))).not.toBe("done");
    expect(await rows(sql`select 1 from tickets where phone = ${phone}`)).toEqual([]);
  });

  test("R276 client id and due amount stand only with a client; R274 a client starts with '0' and nothing due", async () => {
    const client = await aClient();
    const bill = async (more: Record<string, unknown>) => {
      const { client, clientReference, clientDuePaise } = await createRequest(superior, await requestInput(more));
      return [client?.id ?? null, clientReference, clientDuePaise];
    };
    expect(await bill({ clientReference: "A-1", dueAmount: "500" })).toEqual([null, null, 0]);
    expect(await bill({ clientId: client.id })).toEqual([client.id, "0", 0]);
    expect(await bill({ clientId: client.id, clientReference: "A-1", dueAmount: "500" })).toEqual([
      client.id,
      "A-1",
      fromRupees(500),
    ]);
    for (const none of ["-", "NA", "N/A", "nil", "0"])
      expect(await bill({ clientId: client.id, clientReference: none }), none).toEqual([client.id, "0", 0]);
    const closed = await aClient({ isActive: false });
    expect(await refusal(createRequest(superior, await requestInput({ clientId: closed.id })))).toMatchObject({
      fields: { clientId: "form.choice" },
    });
  });

  test("R280 an admin of a client creates for that client, whatever is sent", async () => {
    const { client, admin } = await clientDesk();
    const made = await createRequest(admin, await requestInput());
    expect(made.client).toEqual({ id: client.id, name: client.clientName });
    const other = await aClient();
    expect(await refusal(createRequest(admin, await requestInput({ clientId: other.id })))).toBe("permission.denied");
  });
});

describe("changing", () => {
  const aChangeable = async (more: Record<string, unknown> = {}) => createRequest(superior, await requestInput(more));

  test("R279 the fields change in one step with a history row that holds no text and no number", async () => {
    const before = await aChangeable({ requirement: "Noise" });
    const after = await updateRequest(
      superior,
      changeOf(before.id, before.service.id, {
        version: before.version,
        requirement: "Call 9876543210",
        houseNumber: "17",
        city: "Mysuru",
        state: "Kerala",
        closingPrice: "700",
        adminRemarks: "Ask for Sita",
        markedPaid: "false",
      }),
    );
    expect(after).toMatchObject({
      requirement: "Call 9876543210",
      closingPricePaise: fromRupees(700),
      markedPaid: false,
      address: { houseNumber: "17", city: "Mysuru", state: "Kerala" },
      version: before.version + 1,
      remarks: { adminRemarks: "Ask for Sita" },
    });
    const key = await row<{ id: string }>(sql`select id from tickets where public_id = ${before.id}`);
    const [written] = (await historyOf("ticket", key!.id)).filter(({ event }) => event === "ticket.updated");
    expect(written!.data).toMatchObject({
      changed: expect.arrayContaining(["requirement", "houseNumber", "city", "state", "closingPrice", "adminRemarks"]),
      from: { state: null, closingPrice: null, markedPaid: "true" },
      to: { state: "Kerala", closingPrice: "700", markedPaid: "false" },
    });
    expect(JSON.stringify(written!.data)).not.toMatch(/9876543210|Sita|Mysuru|"17"/);
  });

  test("R273 name, phones and pincode stay, whatever is sent", async () => {
    const before = await aChangeable();
    const sent = { name: "Somebody", phone: aPhone(), alternatePhone: aPhone(), pincode: "110011", city: "Agra" };
    const after = await updateRequest(superior, changeOf(before.id, before.service.id, sent));
    expect([after.name, after.phone, after.alternatePhone, after.address.pincode]).toEqual([
      before.name,
      before.phone,
      null,
      before.address.pincode,
    ]);
    expect(after.address.city).toBe("Agra");
  });

  test("what is not sent stays, an empty text takes a value away, and nothing new writes nothing", async () => {
    const before = await aChangeable({ requirement: "Noise", city: "Agra", locality: "Sadar" });
    const updated = await updateRequest(superior, changeOf(before.id, before.service.id));
    expect([updated.version, updated.requirement]).toEqual([before.version, "Noise"]);
    const emptied = await updateRequest(superior, changeOf(before.id, before.service.id, { city: "" }));
    expect([emptied.address.city, emptied.address.locality]).toEqual([null, "Sadar"]);
  });

  test("a form of an older version is told who changed what, whichever act it was", async () => {
    const other = await anAdmin({ name: "Kavita Joshi" });
    const before = await aChangeable({ city: "Agra" });
    await updateRequest(asAdmin(other), changeOf(before.id, before.service.id, { city: "Mathura", state: "Bihar" }));
    const stale = changeOf(before.id, before.service.id, { city: "Delhi", version: before.version });
    const refused = (await updateRequest(superior, stale).catch((error: DomainError) => error)) as DomainError;
    expect(refused).toMatchObject({
      key: "ticket.changed",
      kind: "conflict",
      meanwhile: {
        changes: [{ by: "Kavita Joshi", own: false, fields: ["city", "state"] }],
        was: { state: null },
        now: { city: "Mathura", state: "Bihar" },
      },
    });
    const again = { ...stale, version: refused.meanwhile!.version };
    expect((await updateRequest(superior, again)).address.city).toBe("Delhi");

    const center = await aCenter();
    const ticket = await anAcceptedTicket(center);
    const { version } = ticket;
    await assignTechnician(superior, { ticketId: ticket.publicId, technicianId: (await aTechnician({ center })).id });
    const older = changeOf(ticket.publicId, ticket.serviceId, { city: "Delhi", version });
    expect(await updateRequest(superior, older).catch((error: DomainError) => error.meanwhile)).toMatchObject({
      changes: [{ own: true, fields: ["technicianId"] }],
    });
  });

  test("a number hidden from an admin is not overwritten by what they were shown of it", async () => {
    const ticket = await aTicket({ requirement: "Call 9876543210 first" });
    const shown = "Call xxxxxxxxxx first";
    const of = (more: object) => changeOf(ticket.publicId, ticket.serviceId, { requirement: shown, ...more });
    expect((await updateRequest(desk(editing), of({ city: "Agra" }))).requirement).toBe(shown);
    const requirementSql = sql`select requirement from tickets where id = ${ticket.id}`;
    expect(await row(requirementSql)).toEqual({ requirement: "Call 9876543210 first" });
  });

  test("a time that was agreed on may be over; only a new one must be bookable", async () => {
    freezeClock(fromIst("2026-11-22", "09:00"));
    const agreed = { type: "SPECIFIC_DATE_AND_TIME", at: "2026-11-22T11:00" };
    const before = await aChangeable({ timePreference: agreed });
    freezeClock(fromIst("2026-11-22", "15:00"));
    const change = (at: string, city: string) =>
      updateRequest(superior, changeOf(before.id, before.service.id, { city, timePreference: { ...agreed, at } }));
    expect((await change("2026-11-22T11:00", "Agra")).address.city).toBe("Agra");
    expect(await refusal(change("2026-11-22T11:30", "Delhi"))).toMatchObject({
      fields: { "timePreference.at": "form.timeWindow" },
    });
    resetClock();
  });

  test("another service is matched again while nobody has the request; afterwards it stays", async () => {
    const first = await aService();
    const second = await aService();
    const pincode = aPincode();
    const old = await aCenter({ services: [first], pincodes: [pincode] });
    const fresh = await aCenter({ services: [second], pincodes: [pincode] });
    const before = await aChangeable({ serviceId: first.id, pincode });
    await updateRequest(superior, changeOf(before.id, second.id));
    const offers = await rows<{ center_id: string; status: string }>(
      sql`select b.center_id, b.status from broadcasts b join tickets t on t.id = b.ticket_id where t.public_id = ${before.id}`,
    );
    expect(Object.fromEntries(offers.map(({ center_id, status }) => [center_id, status]))).toEqual({
      [old.id]: "TAKEN",
      [fresh.id]: "PENDING",
    });
    const taken = await anAcceptedTicket(old, { serviceId: first.id });
    expect(await refusal(updateRequest(superior, changeOf(taken.publicId, second.id)))).toBe("request.taken");
    const paid = await aTicket({ isPaidByPublic: true, broadcastStatus: "broadcasted", serviceId: first.id, pincode });
    const nobodys = await aService();
    expect(await refusal(updateRequest(superior, changeOf(paid.publicId, nobodys.id)))).toBe("request.nobodyServes");
  });

  test("the closing price of a closed request stands on its invoice and stays", async () => {
    const ticket = await aTicket({ status: "CLOSED", closedAt: new Date(), closingPricePaise: fromRupees(500) });
    const change = (closingPrice: string) =>
      refusal(updateRequest(superior, changeOf(ticket.publicId, ticket.serviceId, { closingPrice, city: "Agra" })));
    expect(await change("501")).toMatchObject({ fields: { closingPrice: "request.billed" } });
    expect(await change("500")).toBe("done");
  });

  test("a visit charge is kept with who changed it from what to what, and stays once it is billed", async () => {
    const ticket = await aTicket();
    const change = (ticketPrice: string) =>
      refusal(updateRequest(superior, changeOf(ticket.publicId, ticket.serviceId, { ticketPrice })));
    expect(await change("249.50")).toBe("done");
    expect(await historyOf("ticket", ticket.id)).toMatchObject([
      { event: "ticket.updated", data: { from: { ticketPrice: "0" }, to: { ticketPrice: "249.5" } } },
    ]);
    await rows(
      sql`update tickets set status = 'CLOSED', closed_at = now(), closing_price_paise = 55050 where id = ${ticket.id}`,
    );
    expect(await change("250")).toMatchObject({ fields: { ticketPrice: "request.billed" } });
    const again = { ticketPrice: "249.5", closingPrice: "550.5", city: "Agra" };
    expect(await refusal(updateRequest(superior, changeOf(ticket.publicId, ticket.serviceId, again)))).toBe("done");
  });

  test("another service brings its own visit charge, unless the charge was set by hand", async () => {
    const one = await aService();
    const two = await aService();
    const three = await aService();
    const pincode = aPincode();
    for (const [{ id: serviceId }, amount] of [
      [one, 199.5],
      [two, 249],
      [three, 0],
    ] as const)
      await setVisitCharge(system("tests"), { serviceId, area: pincode.slice(0, 3), amount });
    const booked = { createdBy: "PUBLIC" as const, pincode, serviceId: one.id, ticketPricePaise: toPaise(19_950) };
    const priceAfter = async (ticket: Partial<Ticket>, ...changes: Parameters<typeof changeOf>[2][]) => {
      const { publicId, id } = await aTicket({ ...ticket, createdAt: new Date() });
      for (const [n, change] of changes.entries())
        await updateRequest(superior, changeOf(publicId, [two, three][n]!.id, change));
      return (await rows(sql`select ticket_price_paise::int as paise from tickets where id = ${id}`))[0];
    };
    expect(await priceAfter(booked, {})).toEqual({ paise: 24_900 });
    // The form sends what it showed.
    expect(await priceAfter(booked, { ticketPrice: "199.5" }, {})).toEqual({ paise: 0 });
    expect(await priceAfter(booked, { ticketPrice: "120" }, {})).toEqual({ paise: 12_000 });
    expect(await priceAfter({ ...booked, ticketPricePaise: toPaise(5_000) }, {})).toEqual({ paise: 5_000 });
    expect(await priceAfter({ ...booked, createdBy: "SUPER_ADMIN" }, {})).toEqual({ paise: 19_950 });
  });

  test("R274 another client starts anew, unless its id and amount are given", async () => {
    const one = await aClient();
    const two = await aClient();
    const before = await aChangeable({ clientId: one.id, clientReference: "A-1", dueAmount: "500" });
    const change = async (more: Record<string, unknown>) => {
      const { client, clientReference, clientDuePaise } = await updateRequest(
        superior,
        changeOf(before.id, before.service.id, more),
      );
      return [client?.id ?? null, clientReference, clientDuePaise];
    };
    expect(await change({ clientId: two.id, clientReference: "A-1", dueAmount: "500" })).toEqual([two.id, "0", 0]);
    expect(await change({ clientId: one.id, clientReference: "B-2", dueAmount: "700" })).toEqual([
      one.id,
      "B-2",
      fromRupees(700),
    ]);
    expect(await change({})).toEqual([one.id, "B-2", fromRupees(700)]);
    expect(await change({ clientReference: "N/A" })).toEqual([one.id, "0", fromRupees(700)]);
    expect(await change({ clientId: "" })).toEqual([null, null, 0]);
  });

  test("an admin of a client changes its client's requests, keeps them there, and finds no other's", async () => {
    const { client, admin } = await clientDesk();
    const own = await aTicket({ clientId: client.id });
    const foreign = await aTicket();
    const after = await updateRequest(admin, changeOf(own.publicId, own.serviceId, { city: "Agra", clientId: "" }));
    expect([after.address.city, after.client?.id]).toEqual(["Agra", client.id]);
    expect(await refusal(updateRequest(admin, changeOf(foreign.publicId, foreign.serviceId)))).toBe("ticket.notFound");
    expect(await refusal(updateRequest(desk(adding), changeOf(own.publicId, own.serviceId)))).toBe("ticket.noUpdate");
  });
});

describe("what is known of a phone", () => {
  test("the last address and requests of the last seven days for the same service, newest first", async () => {
    const phone = aPhone();
    const service = await aService();
    const day = 24 * hour;
    const old = await aTicket({ phone, serviceId: service.id, houseNumber: "1", createdAt: fromNow(-8 * day) });
    const twin = await aTicket({ phone, serviceId: service.id, houseNumber: "2", createdAt: fromNow(-6 * day) });
    const other = await aTicket({ phone, houseNumber: "3", createdAt: fromNow(-hour) });
    const { address, twins } = await knownBefore(desk(editing), { phone, serviceId: service.id });
    expect(address).toMatchObject({ number: other.ticketId, fields: { houseNumber: "3", name: "Meera Nair" } });
    expect(twins.map(({ number }) => number)).toEqual([twin.ticketId]);
    expect(twins.map(({ number }) => number)).not.toContain(old.ticketId);
    expect((await knownBefore(superior, { phone })).twins).toEqual([]);
    await rows(sql`update tickets set deleted_at = now() where id = any(${[twin.id, other.id]})`);
    expect(await knownBefore(superior, { phone, serviceId: service.id })).toMatchObject({
      address: { number: old.ticketId },
      twins: [],
    });
  });

  test("nobody learns whose a phone is who may not find requests by it; a client's admin only of its client's", async () => {
    const phone = aPhone();
    const ticket = await aTicket({ phone });
    const lookup = { phone, serviceId: ticket.serviceId };
    const nothing = { address: null, twins: [] };
    expect(await knownBefore(desk(["add_ticket", "view_ticket.full_access"]), lookup)).toEqual(nothing);
    expect(await knownBefore(asCenter(await aCenter()), lookup)).toEqual(nothing);
    const { client, admin } = await clientDesk();
    expect(await knownBefore(admin, lookup)).toEqual(nothing);
    await rows(sql`update tickets set client_id = ${client.id} where id = ${ticket.id}`);
    expect((await knownBefore(admin, lookup)).address?.number).toBe(ticket.ticketId);
    expect(await twinsOf((await clientDesk(adding)).admin, lookup)).toEqual([]);
  });

  test("what an admin may not read of an address is not in it", async () => {
    const phone = aPhone();
    await aTicket({ phone, name: "Asha 9876543210", locality: "Behind 98765 43211" });
    const read = JSON.stringify(await knownBefore(desk(editing), { phone }));
    expect(read).not.toMatch(/9876543210|43211/);
    expect(JSON.stringify(await knownBefore(superior, { phone }))).toMatch(/9876543210/);
  });
});
