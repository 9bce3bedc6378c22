import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import excel from "exceljs";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { folder, openDatabase } from "#modules/testing/database.ts";
import { aCenter, aClient, anAdmin, aPhone, aPincode, aService } from "#modules/testing/factories.ts";
import { cli } from "../../testing/command.ts";

openDatabase();

const files = path.join(folder, "imports");
beforeEach(() => mkdirSync(files, { recursive: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string) => path.join(files, name);

function csv(name: string, ...lines: string[][]): string {
  writeFileSync(at(name), lines.map((cells) => cells.map((cell) => `"${cell}"`).join(",")).join("\n"));
  return at(name);
}

const inService = (service: { serviceName: string }) => service.serviceName.toLowerCase();

const centerHeading = ["Center name", "Phone", "Primary service", "Secondary services", "State", "Pincode", "QR id"];
const technicianHeading = [
  "Center",
  "Technician name",
  "Phone",
  "Engagement",
  "Primary service",
  "Address",
  "City",
  "State",
  "Main pincode",
  "Emergency name",
  "Reference name",
];

test("centers come from a spreadsheet: looked over first, added with --yes, once, and what is wrong is told with its mend", async () => {
  const one = await aService();
  const two = await aService();
  const first = aPhone();
  const second = aPhone();
  const taken = aPhone();
  const there = await aCenter({ phone: taken });
  const clerk = await anAdmin({ permissions: ["add_center"] });
  const names = () =>
    rows<{ name: string }>(
      sql`select center_name as name from centers where phone = any(${[first, second]}) order by 1`,
    );
  const file = csv(
    "centers.csv",
    centerHeading,
    [
      "Asha Cooling",
      `+91 ${first}`,
      inService(one),
      `${two.serviceName};${one.serviceName}`,
      "karnataka",
      aPincode(),
      "",
    ],
    ["Binu Repairs", second, one.serviceName, "", "Kerala", aPincode(), "ina7777"],
    ["Asha again", first, one.serviceName, "", "Kerala", aPincode(), ""],
    ["There", taken, one.serviceName, "", "Kerala", aPincode(), ""],
    ["=cmd()", "12345", "no such service", "", "Nowhere", "99", "X1"],
  );

  const dry = await cli("import", "centers", file, "--dry-run", "--json");
  expect([dry.code, dry.err]).toEqual([1, ""]);
  expect(JSON.parse(dry.out).wouldDo).toMatchObject({
    new: 2,
    known: 2,
    wrong: 1,
    rows: [
      { row: 4, name: "Asha again", fate: "known", errors: ["Stands in row 2 already"] },
      { row: 5, name: "There", fate: "known", errors: ["Is there already"] },
      { row: 6, fate: "wrong" },
    ],
  });
  const { errors } = JSON.parse(dry.out).wouldDo.rows[2];
  expect(errors.map((error: string) => error.split(":")[0]).toSorted()).toEqual(
    ["Center name", "Phone", "Pincode", "Primary service", "QR id", "State"].toSorted(),
  );
  expect(errors.join("\n")).toMatch(/^Phone: .* – 10 digits/m);
  const unsaid = await cli("import", "centers", file);
  expect([unsaid.code, unsaid.err]).toEqual([2, expect.stringContaining("Say --yes to add them.")]);
  expect(await names()).toEqual([]);

  const done = await cli("import", "centers", file, "--as", clerk.userName, "--yes", "--result", at("result.csv"));
  expect([done.code, done.out.split("\n")[0]]).toEqual([1, "2 centers added, 2 there already, 1 left out"]);
  expect(await names()).toEqual([{ name: "Asha Cooling" }, { name: "Binu Repairs" }]);
  expect(readFileSync(at("result.csv"), "utf8").split("\r\n")).toEqual([
    "\uFEFFRow,Name,What becomes of it,Errors",
    "2,Asha Cooling,new,",
    "3,Binu Repairs,new,",
    "4,Asha again,there already,Stands in row 2 already",
    "5,There,there already,Is there already",
    expect.stringMatching(/^6,'=cmd\(\),left out,"?(Center name|Phone): /),
    "",
  ]);
  expect(
    await rows(
      sql`select s.priority::int as priority, count(*)::int as n from center_services s join centers c on c.id = s.center_id
        where c.phone = ${first} group by 1 order by 1`,
    ),
  ).toEqual([
    { priority: 0, n: 1 },
    { priority: 1, n: 1 },
  ]);
  expect(await rows(sql`select qr_id from partner_qrs where qr_id = 'INA7777'`)).toHaveLength(1);
  expect((await historyOf("admin", clerk.id)).map(({ event, data }) => [event, data])).toEqual([
    ["rows.imported", { what: "centers", new: 2, known: 2, wrong: 1 }],
    ["admin.usedTheShell", { command: "import centers" }],
  ]);

  const again = await cli("import", "centers", file, "--yes", "--json");
  expect(JSON.parse(again.out).done).toMatchObject({ new: 0, known: 4, wrong: 1 });
  expect(await rows(sql`select from centers where id = ${there.id} and center_name = 'There'`)).toEqual([]);

  const other = await anAdmin({ permissions: ["add_technician"] });
  expect((await cli("import", "centers", file, "--as", other.userName, "--dry-run")).code).toBe(4);
}, 240_000);

test("technicians come to centers that are there, by phone or QR id, from a workbook with numbers for phones", async () => {
  const service = await aService();
  const center = await aCenter();
  const elsewhere = await aCenter();
  const first = aPhone();
  const second = aPhone();
  const line = (of: string, name: string, phone: string | number, more: Partial<Record<string, string>> = {}) => [
    of,
    name,
    phone,
    more.engagement ?? "part time",
    service.serviceName,
    "14, 3rd Cross",
    "Bengaluru",
    "Karnataka",
    Number(aPincode()),
    more.emergency ?? "",
    more.reference ?? "",
  ];
  const book = new excel.Workbook();
  book
    .addWorksheet("1")
    .addRows([
      technicianHeading,
      line(center.phone, "Ravi", Number(first)),
      line(center.phone, "Sunil", second, { emergency: "Meera", reference: "meera" }),
      line("INA0000X", "Nobody's", aPhone(), { engagement: "sometimes" }),
    ]);
  await book.xlsx.writeFile(at("technicians.xlsx"));
  const made = await cli("import", "technicians", at("technicians.xlsx"), "--yes", "--json");
  expect([made.code, made.err]).toEqual([1, ""]);
  expect(JSON.parse(made.out).done).toMatchObject({
    new: 1,
    known: 0,
    wrong: 2,
    rows: [
      { row: 3, errors: [expect.stringMatching(/^Emergency name: /)] },
      {
        row: 4,
        errors: [expect.stringMatching(/^Center: .*INA0001/), expect.stringMatching(/^Engagement: .*PART_TIME/)],
      },
    ],
  });
  expect(
    await rows(
      sql`select center_id, name, engagement_type, pan_blob_id from technicians where phone = any(${[first, second]})`,
    ),
  ).toEqual([{ center_id: center.id, name: "Ravi", engagement_type: "PART_TIME", pan_blob_id: null }]);

  const file = csv(
    "moved.csv",
    technicianHeading,
    line(center.phone, "Ravi", first).map(String),
    line(elsewhere.phone, "Ravi", first).map(String),
  );
  const again = await cli("import", "technicians", file, "--dry-run", "--json");
  expect(JSON.parse(again.out).wouldDo).toMatchObject({ new: 0, known: 2, wrong: 0 });
  const moved = csv("moved.csv", technicianHeading, line(elsewhere.phone, "Ravi", first).map(String));
  const result = await cli("import", "technicians", moved, "--yes");
  expect([result.code, result.out]).toEqual([1, expect.stringMatching(/Phone: /)]);
}, 240_000);

test("the templates can be imported as they are, and requests are the upload under another name", async () => {
  const service = await aService();
  await aCenter({ phone: "9876543299" });
  for (const name of ["centers.xlsx", "centers-filled.csv"]) {
    const wrote = await cli("import", "centers", "--template", at(name));
    expect([wrote.code, wrote.out]).toEqual([0, `Wrote ${at(name)}\n`]);
    const dry = await cli("import", "centers", at(name), "--dry-run", "--json");
    expect([dry.code, JSON.parse(dry.out).wouldDo]).toEqual([
      0,
      { new: 1, known: 0, wrong: 0, hiddenRows: 0, formulaCells: 0, rows: [] },
    ]);
  }
  expect((await cli("import", "centers", "--template", at("centers.xlsx"))).code).toBe(5);
  expect((await cli("import", "technicians", "--template", at("technicians.csv"))).code).toBe(0);
  expect(readFileSync(at("technicians.csv"), "utf8")).toContain('"Ravi Kumar"');

  const admin = await anAdmin();
  const client = await aClient();
  const file = csv(
    "requests.csv",
    ["Service provided for", "Mobile number", "Customer name", "House number", "Pincode", "Time preference type"],
    [service.serviceName, aPhone(), "Meera Nair", "221", aPincode(), "IMMEDIATELY"],
  );
  const args = ["import", "requests", file, "--as", admin.userName, "--client", client.id];
  expect(JSON.parse((await cli(...args, "--dry-run", "--json")).out).wouldDo).toMatchObject({ ready: 1 });
  expect(await cli(...args, "--yes")).toMatchObject({ code: 0, out: "Successfully uploaded 1 tickets\n" });
  const template = await cli("import", "requests", "--as", admin.userName, "--template", at("requests.xlsx"));
  expect([template.code, readFileSync(at("requests.xlsx")).subarray(0, 2).toString()]).toEqual([0, "PK"]);
}, 240_000);

test.each([
  ["there is no file", "none.csv", undefined, 2, /There is no file/],
  [
    "columns are missing",
    "other.csv",
    "Name,Phone\nA,1\n",
    2,
    /lacks the columns Center name, .* Found in row 1: Phone/,
  ],
  ["it has a heading alone", "heading.csv", `${centerHeading.join(",")}\n`, 2, /no rows below/],
  ["a cell is too long", "long.csv", `${centerHeading.join(",")}\n${"x".repeat(6_000)}\n`, 2, /row 2 is longer/],
])(
  "a file is refused as a whole, and nothing is made of it: %s",
  async (_why, name, content, code, words) => {
    if (content !== undefined) writeFileSync(at(name), content, "latin1");
    const result = await cli("import", "centers", at(name), "--yes");
    expect([result.code, result.out, result.err]).toEqual([code, "", expect.stringMatching(words)]);
  },
  60_000,
);

test("a title may stand above the heading, and what is wrong is told with the row of the file", async () => {
  const service = await aService();
  const line = (name: string, pincode: string) => [name, aPhone(), service.serviceName, "", "Kerala", pincode, ""];
  const file = csv(
    "titled.csv",
    ["Our centers"],
    ["Prepared by: Asha"],
    [""],
    centerHeading,
    line("A", aPincode()),
    line("B", "1"),
  );
  const report = JSON.parse((await cli("import", "centers", file, "--dry-run", "--json")).out).wouldDo;
  expect(report).toMatchObject({ new: 1, wrong: 1, rows: [{ row: 6, name: "B" }] });
}, 60_000);

test("columns that are called otherwise are named in the shell, for imports and uploads, and the heading's row is said", async () => {
  const service = await aService();
  const admin = await anAdmin();
  const client = await aClient();
  const others = ["Firm", "Mobile No.", "Primary service", "State", "Pincode"];
  const centers = csv("other.csv", centerHeading, others, ["A", aPhone(), service.serviceName, "Kerala", aPincode()]);
  const map = ["--heading-row", "2", "--map", "Firm=Center name", "--map", "mobile no=phone"];
  const added = await cli("import", "centers", centers, ...map, "--dry-run", "--json");
  expect(JSON.parse(added.out).wouldDo).toMatchObject({ new: 1, wrong: 0 });
  const lacking = await cli("import", "centers", centers, "--heading-row", "2", "--dry-run");
  expect([lacking.code, lacking.err]).toEqual([
    2,
    expect.stringContaining("lacks the columns Center name, Phone. Found in row 2: Primary service, State, Pincode"),
  ]);
  expect(lacking.err).toContain(`\n  row 2: ${others.join(" | ")}\n  row 3: A | `);
  const requests = csv(
    "requests-other.csv",
    ["Work", "Mobile No.", "Customer name", "House number", "Pincode", "Time preference type"],
    [service.serviceName, aPhone(), "Meera Nair", "221", aPincode(), "IMMEDIATELY"],
  );
  const args = ["tickets", "upload", requests, "--as", admin.userName, "--client", client.id, "--dry-run"];
  const named = ["--map", "Work=Service provided for", "--map", "Mobile No.=Mobile number"];
  expect(JSON.parse((await cli(...args, ...named, "--json")).out).wouldDo).toMatchObject({ ready: 1 });
  const { err } = await cli(...args);
  expect(err).toContain("lacks the columns Service provided for, Mobile number. Found: Customer name");
  expect(err).toContain(
    "\n  row 1: Work | Mobile No. | Customer name | House number | Pincode | Time preference type\n",
  );
  expect(err).toContain("say --heading-row");
  const lost = await cli(...args, ...named, "--map", "Landmark=Locality");
  expect([lost.code, lost.err]).toEqual([
    2,
    expect.stringContaining("lacks the columns Locality. Found: Service provided for"),
  ]);
  for (const wrong of ["Work=Nothing", "=Phone", "Work"])
    expect((await cli("import", "centers", centers, "--map", wrong)).code, wrong).toBe(2);
}, 240_000);

test("what is asked in a way that cannot be done is a usage error", async () => {
  const file = csv("unread.csv", centerHeading);
  for (const args of [[], [file, "--template", at("x.csv")], [file, "--result", "x.pdf"], ["--template", "x.ods"]])
    expect((await cli("import", "centers", ...args)).code).toBe(2);
}, 60_000);
