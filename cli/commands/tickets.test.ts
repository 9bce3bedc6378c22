import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { folder, openDatabase } from "#modules/testing/database.ts";
import { aCenter, aClient, anAdmin, aPhone, aPincode, aService } from "#modules/testing/factories.ts";
import { cli } from "../testing/command.ts";

openDatabase();

mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const heading =
  "Service provided for,Mobile number,Customer name,House number,Pincode,Time preference type,service_provided_client_id";

test("R305 requests are uploaded from the command line: checked first, created with --yes, once, and what is wrong is told", async () => {
  const admin = await anAdmin();
  const client = await aClient();
  const service = await aService();
  const line = (reference: string, pincode: string) =>
    `${service.serviceName},${aPhone()},Meera Nair,221,${pincode},IMMEDIATELY,${reference}`;
  const file = path.join(folder, "requests.csv");
  writeFileSync(file, [heading, line("C1", aPincode()), line("C2", aPincode()), line("C3", "12")].join("\n"));
  const upload = (...more: string[]) =>
    cli("tickets", "upload", file, "--as", admin.userName, "--client", client.id, ...more);
  const made = async () => (await rows(sql`select from tickets where client_id = ${client.id}`)).length;

  const dry = await upload("--dry-run", "--json");
  expect(JSON.parse(dry.out)).toMatchObject({ wouldDo: { ready: 2, wrong: 1, errors: [{ row: 4 }] } });
  const unconfirmed = await upload();
  expect([dry.code, unconfirmed.code, await made(), (await rows(sql`select from uploads`)).length]).toEqual([
    1, 2, 0, 0,
  ]);

  const done = await upload("--yes");
  expect(done).toMatchObject({ code: 1, out: expect.stringContaining("Processed 3 tickets: 2 accepted, 1 rejected") });
  expect(done.out).toMatch(/4 +Meera Nair +Pincode: .* – 6 digits/);
  expect(await made()).toBe(2);
  expect((await historyOf("admin", admin.id)).map(({ event }) => event)).toContain("upload.fromTheShell");

  writeFileSync(file, [heading, line("C4", aPincode())].join("\n"));
  expect(await upload("--yes")).toMatchObject({ code: 0, out: "Successfully uploaded 1 tickets\n" });
  writeFileSync(file, "Phone,Name\n1,2\n");
  expect((await upload("--yes")).code).toBe(2);
  const [{ id } = { id: "" }] = await rows<{ id: string }>(
    sql`select id from uploads where state = 'done' order by created_at`,
  );
  const undo = (...more: string[]) => cli("tickets", "undo-upload", id, "--as", admin.userName, ...more);
  const tried = await undo("--dry-run", "--json");
  expect([tried.code, JSON.parse(tried.out)]).toEqual([0, { wouldDo: { undone: 2 } }]);
  expect(await undo()).toMatchObject({ code: 2, err: expect.stringContaining("2 requests would be deleted") });
  expect(await rows(sql`select state from uploads where id = ${id}`)).toEqual([{ state: "done" }]);
  const { id: centerId } = await aCenter();
  const first = sql`where client_id = ${client.id} and client_reference = 'C1'`;
  await rows(sql`update tickets set status = 'ACCEPTED', center_id = ${centerId} ${first}`);
  expect(await undo("--dry-run")).toMatchObject({ code: 5, out: "" });
  await rows(sql`update tickets set status = 'PENDING', center_id = null ${first}`);
  expect(await undo("--yes")).toMatchObject({ code: 0, out: "2 requests deleted\n" });
  expect(await rows(sql`select from tickets where client_id = ${client.id} and deleted_at is not null`)).toHaveLength(
    2,
  );
  const uploadEvents = (await historyOf("admin", admin.id)).filter(({ event }) => event === "upload.fromTheShell");
  expect(
    uploadEvents.map(({ data }) => (data as { uploadId: string }).uploadId).filter((of) => of === id),
  ).toHaveLength(2);
  const clerk = await anAdmin({ permissions: [] });
  expect((await cli("tickets", "upload", file, "--as", clerk.userName, "--client", client.id)).code).toBe(4);
}, 180_000);

test("the template is written by its ending, and over a file that is there only when told", async () => {
  const admin = await anAdmin({ permissions: ["add_ticket"] });
  const write = (name: string, ...more: string[]) =>
    cli("tickets", "upload-template", "--as", admin.userName, "--out", path.join(folder, name), ...more);
  expect((await write("template.ods")).code).toBe(2);
  writeFileSync(path.join(folder, "template.csv"), "mine");
  expect(await write("template.csv")).toMatchObject({ code: 5, err: expect.stringContaining("is there already") });
  expect(readFileSync(path.join(folder, "template.csv"), "utf8")).toBe("mine");
  expect((await write("template.csv", "--yes")).code).toBe(0);
  expect(readFileSync(path.join(folder, "template.csv"), "utf8")).toContain("service_provided_client_id");
}, 60_000);
