import { text as textOf } from "node:stream/consumers";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { getTechnician } from "#modules/centers/index.ts";
import { TechnicianSchema } from "#modules/centers/technicians/technician.entity.ts";
import { jobs } from "#modules/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, asAdmin, asCenter, aTechnician } from "#modules/testing/factories.ts";
import { aJob } from "#modules/testing/work.ts";
import { keyIds, seal, sealFile, unseal } from "../crypto.server.ts";
import { em, pool, row, rows, unitOfWork } from "../db/db.server.ts";
import { onlyOnce } from "../db/idempotency.server.ts";
import { queryOn } from "../db/sql.ts";
import { configure, env } from "../env.server.ts";
import { findBlob, openBlob, storeBlob } from "../files/blobs.server.ts";
import { blobStore } from "../files/files.server.ts";
import { runJob } from "../work/jobs.server.ts";
import { leftToReseal } from "./reseal.server.ts";
import { sealedPlaces } from "./sealed-places.server.ts";

openDatabase();

const configured = { appSecret: env.appSecret, previousSecrets: env.previousSecrets };
let turn = 0;
afterEach(async () => {
  // Removes values sealed with a test's own secrets, so that the next test does not meet them.
  await rows(sql`delete from idempotency_keys`);
  await rows(sql`delete from messages`);
  await rows(sql`update technicians set pan_sealed = null, pan_last4 = null, pan_hash = null, pan_number = null`);
  await rows(sql`update tickets set happy_code = null, unhappy_code = null`);
  await rows(sql`delete from start_codes`);
  await rows(sql`delete from blobs where sealed`);
  await rows(sql`delete from pgboss.job`);
  configure(configured);
});

/** Sets a new secret and retires the ones before it. */
function rotate() {
  turn += 1;
  configure({
    appSecret: `secret-${turn}-of-a-test-0123456789-abcdefgh`,
    previousSecrets: [env.appSecret, ...env.previousSecrets],
  });
}
const drop = () => configure({ previousSecrets: [] });

const job = jobs.find(({ name }) => name === "kernel.reseal")!;
const resealAll = () => runJob(job, {});
const left = async () => {
  const counted = await unitOfWork(leftToReseal);
  return Object.fromEntries(counted.filter((place) => place.left > 0).map(({ place, left }) => [place, left]));
};

const pan = (number: number) => `CNRYP${String(number).padStart(4, "0")}K`;
const technicianWith = async (panNumber: string) => {
  const center = await aCenter();
  const technician = await aTechnician({ center });
  // Stored in clear.
  await rows(sql`update technicians set pan_number = ${panNumber} where id = ${technician.id}`);
  return { center, technician };
};
const paper = (text: string) =>
  storeBlob(Buffer.from(text), {
    kind: "pan",
    ownerKind: "center",
    ownerId: crypto.randomUUID(),
    mime: "image/jpeg",
    sealed: true,
  });
const payload = (text: string) => ({ ticketId: crypto.randomUUID(), deep: [{ sealedCodes: seal(text) }] });
const waitingJob = (data: object) =>
  rows<{ id: string }>(
    sql`insert into pgboss.job (name, data, state, start_after) values ('notifications.sendCodes', ${JSON.stringify(data)}, 'created', now() + interval '1 day') returning id`,
  );

/** One value in each place, and how to read each. */
async function everywhere() {
  const { center, technician } = await technicianWith(pan(1));
  const { ticket } = await aJob();
  const blob = await paper("the picture of a card");
  const [{ id: jobId }] = (await waitingJob(payload("4821"))) as [{ id: string }];
  const message = crypto.randomUUID();
  await rows(
    sql`insert into messages (id, cause, channel, template, recipient, status, attempts, job, payload, created_at, claimed_at)
     values (${message}::uuid, (${message}::uuid)::text, 'sms', 'happyCodes', '98xxxxxx10', 'failed', 1, 'notifications.sendCodes', ${JSON.stringify(payload("7390"))}, now(), now())`,
  );
  const keyedRequest = { caller: "center:1", key: crypto.randomUUID() };
  const run = () => onlyOnce(keyedRequest, { run: async () => ({ status: 200, body: { pan: pan(2) } }) });
  await unitOfWork(run);
  const codeIn = async (table: string, column: string, id: string) => {
    const stored = await row<{ payload: { deep: { sealedCodes: string }[] } }>(
      sql`select ${sql.ref(column)} as payload from ${sql.table(table)} where id = ${id}`,
    );
    return unseal(stored!.payload.deep[0]!.sealedCodes);
  };
  return async () => {
    em().clear();
    const { happy_code } = (await row<{ happy_code: string }>(
      sql`select happy_code from tickets where id = ${ticket.id}`,
    ))!;
    return {
      pan: (await getTechnician(asCenter(center), technician.id)).panNumber,
      code: unseal(happy_code),
      paper: await textOf(await openBlob(await findBlob(blob.id))),
      job: await codeIn("pgboss.job", "data", jobId),
      message: await codeIn("messages", "payload", message),
      reply: (await unitOfWork(run)).body,
    };
  };
}

/** Every row of every table, as a dump would contain it. */
async function dumped(): Promise<string> {
  const tables = await rows<{ name: string }>(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  );
  const all = [];
  for (const { name } of tables)
    all.push(
      (await row<{ all: string | null }>(sql`select string_agg(t::text, E'\\n') as all from ${sql.raw(name)} t`))
        ?.all ?? "",
    );
  return all.join("\n");
}

test("what an earlier version kept in clear is sealed: no dump holds a PAN number, and its center reads it all the time", async () => {
  const { center, technician } = await technicianWith("CNRYP7777K");
  const read = async (actor: Parameters<typeof getTechnician>[0]) =>
    (await getTechnician(actor, technician.id)).panNumber;
  const desk = asAdmin(undefined, { permissions: ["view_technician_details.full_access"] });
  expect(await dumped()).toContain("CNRYP7777K");
  for (let time = 0; time < 2; time += 1) {
    expect([await read(asCenter(center)), await read(desk)]).toEqual(["CNRYP7777K", "XXXXXX777K"]);
    await resealAll();
  }
  expect(await dumped()).not.toContain("CNRYP7777K");
  em().clear();
  const stored = await em().findOneOrFail(TechnicianSchema, { id: technician.id });
  expect(stored).toMatchObject({ panNumber: null, panLast4: "777K", panHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(await left()).toEqual({});
});

test("after a rotation everything is read with the old secret, then without it", async () => {
  const read = await everywhere();
  const before = await read();
  rotate();
  expect(await read()).toEqual(before);
  expect(Object.keys(await left())).toEqual(
    expect.arrayContaining([
      "blobs.key",
      "idempotency_keys.body",
      "messages.payload",
      "pgboss.job.data",
      "tickets.happy_code",
    ]),
  );
  await resealAll();
  expect(await left()).toEqual({});
  drop();
  expect(await read()).toEqual(before);
});

test("without the secret nothing is lost: what cannot be read stays, is counted, and does not hold up the rest", async () => {
  const read = await everywhere();
  await resealAll();
  const before = await read();
  const lost = env.appSecret;
  rotate();
  drop();
  const { center, technician } = await technicianWith(pan(9));
  await resealAll();
  expect((await getTechnician(asCenter(center), technician.id)).panNumber).toBe(pan(9));
  const unknown = (await unitOfWork(leftToReseal)).filter((place) => place.unknown > 0);
  expect(unknown.map(({ place }) => place)).toEqual(
    expect.arrayContaining([
      "blobs.key",
      "technicians.pan_sealed",
      "tickets.happy_code",
      "pgboss.job.data",
      "messages.payload",
    ]),
  );
  configure({ previousSecrets: [lost] });
  await resealAll();
  expect(await left()).toEqual({});
  drop();
  expect(await read()).toEqual(before);
});

test("two rotations while others write: every value is read all the time, and in the end with the last secret alone", async () => {
  const read = await everywhere();
  const before = await read();
  const written: { center: { id: string }; id: string; panNumber: string }[] = [];
  let writing = true;
  const { panTrace } = await import("#modules/centers/index.ts");
  const writer = async () => {
    for (let number = 100; writing && number < 400; number += 1) {
      const { center, technician } = await technicianWith(pan(number));
      // Every second one in the current format.
      if (number % 2 === 0) {
        const { panSealed, panLast4, panHash } = panTrace(pan(number));
        await rows(
          sql`update technicians set pan_number = null, pan_sealed = ${panSealed}, pan_last4 = ${panLast4}, pan_hash = ${panHash} where id = ${technician.id}`,
        );
      }
      written.push({ center, id: technician.id, panNumber: pan(number) });
    }
  };
  const traffic = unitOfWork(writer);
  for (let times = 0; times < 2; times += 1) {
    while (written.length < 5 * (times + 1)) await new Promise(setImmediate);
    rotate();
    // Two runs at the same time.
    await Promise.all([resealAll(), resealAll()]);
    expect(await read()).toEqual(before);
  }
  writing = false;
  await traffic;
  await resealAll();
  expect(await left()).toEqual({});
  drop();
  expect(await read()).toEqual(before);
  for (const { center, id, panNumber } of written)
    expect((await getTechnician(asCenter(center), id)).panNumber).toBe(panNumber);
});

test("a run that is cut off after any step is gone on with by the next one", async () => {
  const read = await everywhere();
  const before = await read();
  for (const steps of [1, 2, 3, 5, 8]) {
    rotate();
    let done = 0;
    for (const place of sealedPlaces()) {
      let after: string | null = null;
      do {
        if (done === steps) break;
        after = await place.batch(after, 1);
        done += 1;
      } while (after !== null);
    }
    expect(await read()).toEqual(before);
    await resealAll();
    expect(await left()).toEqual({});
  }
  drop();
  expect(await read()).toEqual(before);
});

test("a file that was sealed anew before its row was told, and one that is gone, hold nothing up", async () => {
  const blob = await paper("a card");
  const gone = await paper("another card");
  rotate();
  await blobStore().replace(blob.key, sealFile(Buffer.from("a card")));
  await blobStore().delete(gone.key);
  await resealAll();
  expect(await left()).toEqual({});
  drop();
  expect(await textOf(await openBlob(await findBlob(blob.id)))).toBe("a card");
});

test("what somebody changes meanwhile is theirs: a value is exchanged only for what was read", async () => {
  const { technician } = await technicianWith(pan(3));
  const place = sealedPlaces().find(({ name }) => name === "technicians.pan_number")!;
  // Another transaction locks and empties the row: the run waits, finds it empty, and writes nothing over it.
  const other = await pool().connect();
  await other.query("begin");
  await queryOn(other, sql`update technicians set pan_number = null where id = ${technician.id}`);
  const running = unitOfWork(() => place.batch(null, 10));
  const waits = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%update technicians set pan_sealed%'
    and datname = current_database()`;
  while (!(await row(waits))) await new Promise(setImmediate);
  await other.query("commit");
  other.release();
  await running;
  const stored = await row(sql`select pan_sealed, pan_number from technicians where id = ${technician.id}`);
  expect(stored).toEqual({ pan_sealed: null, pan_number: null });
});

test("whatever column holds a sealed text is declared", async () => {
  await everywhere();
  await resealAll();
  const [id] = keyIds();
  const columns = await rows<{ place: string }>(
    sql`select table_name || '.' || column_name as place from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'jsonb')`,
  );
  const holding: string[] = [];
  for (const { place } of columns) {
    const [table = "", column = ""] = place.split(".");
    const match = await row(
      sql`select 1 from ${sql.table(table)} where ${sql.ref(column)}::text like '%k1.' || ${id} || '.%' limit 1`,
    );
    if (match) holding.push(place);
  }
  expect(holding.length).toBeGreaterThan(3);
  const declared = sealedPlaces().map(({ name }) => name);
  expect(holding.filter((place) => !declared.includes(place))).toEqual([]);
});
