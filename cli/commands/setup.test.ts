import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { activeServices, priceInForce, vehicles, visitChargeOf } from "#modules/catalog/index.ts";
import { centerOfPhone, getCenter } from "#modules/centers/index.ts";
import { SetupPlan } from "#modules/installation/index.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { env } from "#modules/kernel/env.server.ts";
import { findBlob } from "#modules/kernel/files/blobs.server.ts";
import { folder, openDatabase } from "#modules/testing/database.ts";
import { house } from "../house.ts";
import { cli } from "../testing/command.ts";
import { askForPlan } from "./setup-questions.ts";

openDatabase();

mkdirSync(folder, { recursive: true });
beforeAll(async () => {
  await sharp({ create: { width: 64, height: 48, channels: 3, background: "#0b5d56" } })
    .png()
    .toFile(path.join(folder, "ac.png"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = path.join(folder, "plan.json");
const setup = (...args: string[]) => cli("setup", ...args);
const planned = (plan: object) => writeFileSync(file, JSON.stringify(plan));

const prices = {
  request_booking_amount: 149,
  subscribed_user_ticket_amount: 49,
  unsubscribed_user_ticket_amount: 99,
  annual_subscription: 3499,
  first_installment: 999,
};
const center = {
  centerName: "Shri Balaji Cool Care",
  phone: "9876501234",
  addressLine: "12 Market Road",
  city: "Mysuru",
  state: "Karnataka",
  pincode: "570001",
  services: ["plumbing", "AC REPAIR"],
};
const plan = {
  services: [{ serviceName: "ac repair", picture: "ac.png", sac: "998713" }, { serviceName: "Plumbing" }],
  vehicles: [
    { vehicleType: "bike", platformCharge: 10 },
    { vehicleType: "Toto", hindiName: "टोटो", platformCharge: 15 },
  ],
  prices,
  visitCharges: [{ service: "ac repair", area: "570", amount: 199.5 }],
  roles: [{ roleName: "Operations", permissions: ["view_ticket.full_access", "add_ticket"] }],
  centers: [center],
};

type SetupReport = {
  ok: boolean;
  done: { what: string; name: string; change: string }[];
  steps: { step: string; ok: boolean; found: string }[];
};
const reportOf = ({ out }: { out: string }) => JSON.parse(out) as SetupReport;

test("an empty installation says what a first booking needs; a plan brings it, and again changes nothing", async () => {
  const empty = await setup("--json");
  expect(empty.code).toBe(1);
  expect(
    reportOf(empty)
      .steps.filter(({ ok }) => !ok)
      .map(({ step }) => step),
  ).toEqual(expect.arrayContaining(["admin", "services", "centers"]));

  planned(plan);
  expect((await setup(file, "--dry-run")).out).toContain(
    "would set up 2 services, 2 vehicles, the five prices, 1 visit charges, 1 roles and 1 centers",
  );
  expect(await unitOfWork(activeServices)).toEqual([]);

  expect(reportOf(await setup(file, "--json")).done.map(({ what, change }) => `${what} ${change}`)).toEqual([
    "service added",
    "service added",
    "vehicle added",
    "vehicle added",
    "prices added",
    "visit charge added",
    "role added",
    "center added",
  ]);
  const services = await unitOfWork(activeServices);
  expect(services.map(({ serviceName, names, sac }) => [serviceName, names.hi, sac])).toEqual([
    ["AC REPAIR", "एसी मरम्मत", "998713"],
    ["PLUMBING", "प्लंबिंग", null],
  ]);
  const carts = await unitOfWork(vehicles);
  expect(
    carts.map(({ vehicleType, names, platformChargePaise }) => [vehicleType, names.hi, platformChargePaise]),
  ).toEqual([
    ["BIKE", "बाइक", 1_000],
    ["TOTO", "टोटो", 1_500],
  ]);
  expect(await findBlob(services[0]!.imageBlobId!)).toMatchObject({
    mime: "image/jpeg",
    width: 64,
    ownerKind: "service",
  });
  expect(await unitOfWork(priceInForce)).toMatchObject({
    requestBookingAmountPaise: 14_900,
    annualSubscriptionPaise: 349_900,
  });
  expect(await unitOfWork(() => visitChargeOf({ serviceId: services[0]!.id, pincode: "570001" }))).toBe(19_950);
  const { id } = (await centerOfPhone(center.phone))!;
  expect(await getCenter(id)).toMatchObject({
    primaryService: { serviceName: "PLUMBING" },
    secondaryServices: [{ serviceName: "AC REPAIR" }],
    pincodes: ["570001"],
  });
  expect((await historyOf("center", id)).map(({ event, actor_kind }) => `${event} ${actor_kind}`)).toEqual([
    `center.registered system:${house().name}`,
  ]);

  const again = reportOf(await setup(file, "--json"));
  expect(again.done.map(({ change }) => change)).toEqual(Array(8).fill("same"));
  expect(await rows(sql`select 1 from prices`)).toHaveLength(5);
  expect(await rows(sql`select 1 from blobs where owner_kind = 'service'`)).toHaveLength(1);
  expect(again.steps.filter(({ ok }) => !ok).map(({ step }) => step)).toEqual(["admin", "payments"]);
  const [payments] = again.steps.filter(({ step }) => step === "payments");
  expect(payments!.found).toBe("A service we depend on does not answer right now. Please try again in a minute.");
});

test("what is changed in the plan is changed, and only that", async () => {
  planned(plan);
  await setup(file);
  const lists = await rows(sql`select 1 from prices`);
  planned({
    ...plan,
    services: [{ serviceName: "AC REPAIR", sac: "998714" }],
    vehicles: [{ vehicleType: "TOTO", platformCharge: 20 }],
    prices: { ...prices, first_installment: 500 },
  });
  const { done } = reportOf(await setup(file, "--json"));
  expect(done.map(({ change }) => change)).toEqual(["changed", "changed", "changed", "same", "same", "same"]);
  expect((await unitOfWork(vehicles)).at(-1)).toMatchObject({ names: { hi: "टोटो" }, platformChargePaise: 2_000 });
  const [ac] = await unitOfWork(activeServices);
  expect(ac).toMatchObject({ sac: "998714", imageBlobId: expect.any(String) });
  expect(await rows(sql`select 1 from prices`)).toHaveLength(lists.length + 1);
});

test("a plan that cannot be used is refused whole, each mistake by its place", async () => {
  const before = await rows(sql`select 1 from services`);
  planned({
    services: [{ serviceName: "GARDENING" }, { serviceName: "" }],
    prices: { ...prices, first_installment: "1e3" },
    roles: [{ roleName: "Operations", permissions: ["everything"] }],
    centers: [{ ...center, phone: "12345", pincode: "57" }],
    vehicles: [{ vehicleType: "BIKE", platformCharge: -1 }],
    riders: [],
  });
  const { code, err } = await setup(file);
  expect(code).toBe(2);
  for (const place of [
    "services.1.serviceName",
    "vehicles.0.platformCharge",
    "prices.first_installment",
    "roles.0.permissions.0",
    "centers.0.phone",
    "centers.0.pincode",
    "the plan",
  ])
    expect(err).toContain(`${place}: `);
  expect(await rows(sql`select 1 from services`)).toEqual(before);
  writeFileSync(file, "{");
  expect((await setup(file)).err).toContain("is no JSON");
  planned({ services: [{ serviceName: "GARDENING", picture: "nowhere.png" }] });
  expect((await setup(file)).err).toContain("the picture of GARDENING is not there");
  expect((await setup(path.join(folder, "nothing.json"))).code).toBe(2);
  planned({
    services: [{ serviceName: "GARDENING" }],
    centers: [{ ...center, phone: "9876501235", services: ["TELEPATHY"] }],
  });
  expect((await setup(file)).code).toBe(2);
  expect(await rows(sql`select 1 from services`)).toEqual(before);
  expect(await centerOfPhone("9876501235")).toBeFalsy();
});

test("answers make a plan of what is missing; one that cannot be used is asked for again", async () => {
  const nothing = {
    superAdmins: 1,
    services: { active: 0, withPicture: 0 },
    prices: false,
    roles: 0,
    centers: { active: 0, offered: 0 },
    messageProblems: [],
  };
  const questions: string[] = [];
  const answering = (answers: string[]) => async (question: string) => {
    questions.push(question);
    return answers.shift() ?? "";
  };
  const answers = [
    "ac repair, plumbing",
    "nowhere.png",
    path.join(folder, "ac.png"),
    "",
    "",
    "0x31",
    "59",
    "",
    "",
    "",
    "finance, boss",
    "finance, client desk",
    "Balaji",
    "98",
    "98765 01236",
    "1 Road",
    "Mysuru",
    "karnataka",
    "570001",
    "",
  ];
  const made = await askForPlan(nothing, answering(answers));
  expect(made).toMatchObject({
    services: [{ serviceName: "AC REPAIR", picture: path.join(folder, "ac.png") }, { serviceName: "PLUMBING" }],
    roles: [
      { roleName: "Finance", permissions: expect.arrayContaining(["adjust_wallet"]) },
      { roleName: "Client desk", permissions: expect.arrayContaining(["add_ticket"]) },
    ],
    prices: { request_booking_amount: 99, subscribed_user_ticket_amount: 59, first_installment: 999 },
    centers: [{ centerName: "Balaji", phone: "9876501236", state: "Karnataka", services: ["AC REPAIR", "PLUMBING"] }],
  });
  expect(SetupPlan.safeParse(made).success).toBe(true);
  expect(questions.filter((question) => question.includes("\n"))).toHaveLength(4);
  questions.length = 0;
  const ready = {
    ...nothing,
    services: { active: 3, withPicture: 0 },
    prices: true,
    roles: 1,
    centers: { active: 1, offered: 1 },
  };
  expect(await askForPlan(ready, answering([]))).toEqual({
    services: [],
    vehicles: [],
    visitCharges: [],
    roles: [],
    centers: [],
  });
  expect(questions).toEqual([]);
});

test("the plan that the operations guide shows can be used", () => {
  const guide = readFileSync(path.join(env.root, "docs/operations.md"), "utf8");
  const shown = /^```json\n([\s\S]*?)^```$/m.exec(guide)?.[1] ?? "";
  expect(SetupPlan.parse(JSON.parse(shown))).toMatchObject({
    services: [{ serviceName: "AC REPAIR" }, { serviceName: "PLUMBING" }],
    vehicles: [{ vehicleType: "BIKE" }, { vehicleType: "TOTO", hindiName: "टोटो" }],
    centers: [{ phone: "9876501234" }],
  });
});
