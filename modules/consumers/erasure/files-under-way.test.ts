import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { jobs } from "#modules/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { fromNow, minute } from "#modules/kernel/clock.ts";
import { row, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { drain } from "#modules/kernel/work/jobs.server.ts";
import { folder, openDatabase } from "#modules/testing/database.ts";
import { aClient, anAdmin, aPhone, aPincode, aService, asAdmin, aTicket } from "#modules/testing/factories.ts";
import {
  beginStored,
  beginUpload,
  type ColumnName,
  checkUpload,
  mapUpload,
  startUpload,
  storeUpload,
  uploadLines,
  writeAll,
} from "#modules/tickets/index.ts";
import { eraseByPhone } from "../index.ts";

openDatabase();

const operator = asAdmin();
const names = [
  "Service provided for",
  "Customer name",
  "Mobile number",
  "House number",
  "Locality",
  "Pincode",
  "Time preference type",
] as const satisfies readonly ColumnName[];
/** What a client calls the columns. */
const ownNames = ["Item", "Who", "Where to call", "Number", "Area", "Post", "When"];

/** A file with a row of the person, one that names their number elsewhere, one nobody can call, and one of somebody else. */
async function aFile(phone: string, heading: readonly string[] = names) {
  const service = (await aService()).serviceName;
  const pincode = aPincode();
  const spaced = `${phone.slice(0, 5)} ${phone.slice(5)}`;
  const lines = [
    heading,
    [service, "Zubeda Qadri", `+91 ${spaced}`, "12", "Camp", pincode, "IMMEDIATELY"],
    [service, "Ravi Kumar", aPhone(), "12", `call Zubeda on ${spaced}`, pincode, "IMMEDIATELY"],
    [service, "Zubeda Qadri", "the old number", "12", "Camp", pincode, "IMMEDIATELY"],
    [service, "Kavita Iyer", aPhone(), "12", "Camp", pincode, "IMMEDIATELY"],
  ];
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `${phone}.csv`);
  await writeFile(file, lines.map((cells) => cells.join(",")).join("\n"));
  return { path: file, name: "november.csv" };
}

type Sent = { id: string; admin: ActorOf<"admin"> };
async function sent(phone: string, more: { straight?: boolean; heading?: readonly string[] } = {}): Promise<Sent> {
  const permissions = ["add_ticket"] as const;
  const admin = asAdmin(await anAdmin({ permissions }), { permissions });
  const { straight = false, heading } = more;
  const file = await aFile(phone, heading);
  const { id } = await beginUpload(admin, { file, clientId: (await aClient()).id, straight });
  return { id, admin };
}

/** Begins an erasure, which commits once somebody waits for it while `work` is done. */
async function eraseDuring(phone: string, work: () => Promise<unknown>) {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const erasure = unitOfWork(() =>
    transaction(async () => {
      await eraseByPhone(operator, { phone });
      begun.resolve();
      await end.promise;
    }),
  );
  await begun.promise;
  const done = work();
  while (!(await row(sql`select 1 from pg_locks where locktype = 'advisory' and not granted`)));
  end.resolve();
  await Promise.all([erasure, done]);
}

const read = ({ id }: Sent) => unitOfWork(() => checkUpload(id));

test.each<[when: string, made: 0 | 1, act: (phone: string) => Promise<Sent>]>([
  [
    "before it is read",
    0,
    async (phone) => {
      const file = await sent(phone);
      await eraseByPhone(operator, { phone });
      await read(file);
      return file;
    },
  ],
  [
    "while its rows are stored",
    0,
    async (phone) => {
      const file = await sent(phone);
      await eraseDuring(phone, () => read(file));
      return file;
    },
  ],
  [
    "before its columns are named",
    0,
    async (phone) => {
      const file = await sent(phone, { heading: ownNames });
      await read(file);
      await eraseByPhone(operator, { phone });
      const mapping = Object.fromEntries(names.map((name, at) => [name, at]));
      await unitOfWork(() => mapUpload(file.admin, { id: file.id, mapping }));
      await read(file);
      return file;
    },
  ],
  [
    "before its requests are created as it is read",
    1,
    async (phone) => {
      const file = await sent(phone, { straight: true });
      await eraseByPhone(operator, { phone });
      await read(file);
      return file;
    },
  ],
  [
    "while its requests are created as it is read",
    1,
    async (phone) => {
      const file = await sent(phone, { straight: true });
      await eraseDuring(phone, () => read(file));
      return file;
    },
  ],
  [
    "while the requests of its rows are created",
    1,
    async (phone) => {
      const file = await sent(phone);
      await read(file);
      await unitOfWork(() => startUpload(file.admin, { id: file.id }));
      await eraseDuring(phone, () => writeAll(file.id));
      return file;
    },
  ],
])(
  "R13 a file sent before an erasure that begins %s keeps no word of the person and creates nothing",
  async (_, made, act) => {
    const phone = aPhone();
    await aTicket({ phone, name: "Zubeda Qadri", status: "CANCEL", createdAt: fromNow(-minute) });
    const { id, admin } = await act(phone);
    await drain(jobs);
    const lines = await uploadLines(admin, { id, of: "all", take: 10 });
    expect(lines.map(({ customerName, problems }) => [customerName, problems[0]?.wrong])).toEqual([
      ...Array.from({ length: 3 }, () => ["", "uploads.erased"]),
      ["Kavita Iyer", undefined],
    ]);
    const upload = await row(sql`select file_name, heading from uploads where id = ${id}`);
    expect(upload).toEqual({ file_name: "file", heading: null });
    const requests = await rows<{ name: string }>(
      sql`select t.name from tickets t join upload_rows r on r.ticket_id = t.id where r.upload_id = ${id}`,
    );
    expect(requests.map(({ name }) => name)).toEqual(made ? ["Kavita Iyer"] : []);
    expect(await rows(sql`select from tickets where phone = ${phone}`)).toEqual([]);
  },
);

test("R13 a file that was stored before an erasure and waits for its client is sent anew", async () => {
  const phone = aPhone();
  await aTicket({ phone, name: "Zubeda Qadri", status: "CANCEL", createdAt: fromNow(-minute) });
  const permissions = ["add_ticket"] as const;
  const admin = asAdmin(await anAdmin({ permissions }), { permissions });
  const clientId = (await aClient()).id;
  const stored = await storeUpload(admin, await aFile(phone));
  await eraseByPhone(operator, { phone });
  await expect(beginStored(admin, { ...stored, clientId })).rejects.toMatchObject({
    fields: { fileId: "uploads.noFile" },
  });
  const sentAnew = await storeUpload(admin, await aFile(phone));
  expect(await beginStored(admin, { ...sentAnew, clientId })).toHaveProperty("id");
});
