import { createWriteStream } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import excel from "exceljs";
import pg from "pg";
import { from, to } from "pg-copy-streams";
import type { Actor } from "#modules/kernel/actor.ts";
import { figure } from "#modules/kernel/figure.ts";
import { bookings } from "./booking.ts";
import { nobodysPincode } from "./prepare-data.ts";
import { serve, startWorker } from "./process.ts";
import { against, type Measure } from "./report.ts";
import { one, type SeededProduct } from "./seeded-product.ts";
import { median, requests, windowOf } from "./window.ts";

const size = 100_000;
const connections = 16;
const windowMs = 1_500;
/** Dry runs of a workbook, in turns with exceljs reading it. */
const dryRounds = 5;
/** Uploads beside bookings, and their rows. */
const bookedRounds = 5;
const backgroundRows = 10_000;
const mostPerWindow = 3_000;
const patienceMs = 15 * 60_000;

/**
 * Uploads of 100,000 requests by the product's worker: of a csv from the stored file to the last request, compared with
 * a bare COPY of the same requests into a table with the same indexes; the dry run of an xlsx, compared with exceljs only
 * reading the same file into memory. The worker's memory meanwhile, and bookings beside uploads of 10,000. Nobody serves the
 * pincode of these requests; offering them to centers follows by jobs of its own and is not counted.
 */
export async function uploading(product: SeededProduct): Promise<Measure[]> {
  const { connect, disconnect, unitOfWork } = await import("#modules/kernel/db/db.server.ts");
  const { stopJobs } = await import("#modules/kernel/work/jobs.server.ts");
  const { entities } = await import("#modules/index.ts");
  const { ownerNow } = await import("#modules/kernel/lists/owners.server.ts");
  const folder = await fs.mkdtemp(path.join(product.stand.folder, "uploads-"));
  const { id: adminId } = await one<{ id: string }>(
    product.pool,
    "select id from admins where user_name = 'superadmin'",
  );
  const worker = await startWorker(product);
  const idle = await memoryOf(worker.pid);
  let most = idle;
  const look = setInterval(() => {
    void memoryOf(worker.pid).then(
      (now) => {
        most = Math.max(most, now);
      },
      () => clearInterval(look),
    );
  }, 200);
  await connect({ url: product.stand.at.app, entities });
  try {
    const desk = { product, actor: await unitOfWork(() => ownerNow({ subject: "admin", id: adminId })) };
    const csvFile = path.join(folder, "a.csv");
    await writeCsv(desk, csvFile, "A");
    const csv = await uploaded(desk, csvFile);
    await matched(desk, csv.id);
    const copied = await bareCopy(product, csv.id);
    const xlsxFile = path.join(folder, "b.xlsx");
    await writeXlsx(desk, xlsxFile);
    const dryRuns: number[] = [];
    const readings: number[] = [];
    for (let round = 0; round < dryRounds; round++) {
      dryRuns.push((await uploaded(desk, xlsxFile, { straight: false })).read);
      readings.push(await readByExceljs(xlsxFile));
    }
    const xlsx = median(dryRuns);
    const read = median(readings);
    const { quiet, busy } = await booked(desk, folder);
    const thousands = figure(size);
    return [
      against({
        part: "upload",
        what: `csv of ${thousands} requests / bare COPY with the same indexes`,
        value: size / csv.seconds,
        unit: "/s",
        floor: size / copied,
        better: "more",
        target: 0.2,
        note: `read, judged and kept in ${csv.read.toFixed(1)} s, created in ${(csv.seconds - csv.read).toFixed(1)} s; COPY ${copied.toFixed(1)} s`,
      }),
      against({
        part: "upload",
        what: `xlsx of ${thousands} requests read, judged and kept / exceljs readFile alone`,
        value: size / xlsx,
        unit: "/s",
        floor: size / read,
        better: "more",
        target: 1,
        note: `${xlsx.toFixed(1)} s; readFile ${read.toFixed(1)} s`,
      }),
      {
        part: "upload",
        what: "worker's resident memory more than idle, at most",
        value: Math.round(most - idle),
        unit: "MB",
        better: "less",
        target: 150,
        note: `${Math.round(idle)} MB idle, ${Math.round(most)} MB`,
      },
      against({
        part: "upload",
        what: `bookings beside an upload / in quiet, ${connections} conn.`,
        value: busy,
        unit: "/s",
        floor: quiet,
        better: "more",
        target: 0.9,
      }),
    ];
  } finally {
    clearInterval(look);
    await worker.stop();
    await stopJobs();
    await disconnect();
    await fs.rm(folder, { recursive: true, force: true });
  }
}

type Desk = { product: SeededProduct; actor: Actor };

/** The lines of a file: what a client's system exports, each with an id of its own. */
async function* linesOf({ product }: Desk, series: string, rows = size): AsyncGenerator<string[]> {
  const { columnNames } = await import("#modules/tickets/index.ts");
  const { name } = await one<{ name: string }>(
    product.pool,
    "select service_name as name from services where id = $1",
    [product.serviceId],
  );
  yield [...columnNames];
  for (let at = 1; at <= rows; at++) {
    const cells: Partial<Record<string, string>> = {
      "Service provided for": name,
      "Specific requirement": "The unit does not cool",
      service_provided_client_id: `${series}-${at}`,
      "Country code": "91",
      "Mobile number": String(8_300_000_000 + at),
      "Customer name": "Meera Nair",
      "House number": String(at),
      Locality: "Indiranagar",
      City: "Bengaluru",
      State: "Karnataka",
      Pincode: nobodysPincode,
      Country: "INDIA",
      "Time preference type": "IMMEDIATELY",
    };
    yield columnNames.map((column) => cells[column] ?? "");
  }
}

async function writeCsv(desk: Desk, file: string, series: string, rows = size) {
  const lines = async function* () {
    for await (const cells of linesOf(desk, series, rows)) yield `${cells.join(",")}\n`;
  };
  await pipeline(Readable.from(lines()), createWriteStream(file));
}

async function writeXlsx(desk: Desk, file: string) {
  const book = new excel.stream.xlsx.WorkbookWriter({ filename: file });
  const sheet = book.addWorksheet("Requests");
  for await (const cells of linesOf(desk, "B")) sheet.addRow(cells).commit();
  sheet.commit();
  await book.commit();
}

async function begin({ product, actor }: Desk, file: string, { straight = true } = {}): Promise<string> {
  const { unitOfWork } = await import("#modules/kernel/db/db.server.ts");
  const { beginUpload } = await import("#modules/tickets/index.ts");
  const { id: clientId } = await one<{ id: string }>(
    product.pool,
    "select id from clients where client_name = 'BENCH CLIENT'",
  );
  const input = { file: { path: file, name: path.basename(file) }, clientId, straight };
  return (await unitOfWork(() => beginUpload(actor, input))).id;
}

type Timed = { state: string; reason: string | null; read: number; seconds: number };

const timed = ({ product }: Desk, id: string) =>
  one<Timed>(
    product.pool,
    `select state, reason, coalesce(extract(epoch from checked_at - created_at), 0)::float8 as read,
            coalesce(extract(epoch from ended_at - created_at), 0)::float8 as seconds
       from uploads where id = $1`,
    [id],
  );

/** Uploads a file; how long it was read and judged, and, where it goes on, how long until its last request was created. */
async function uploaded(desk: Desk, file: string, more?: { straight: boolean }): Promise<Timed & { id: string }> {
  const id = await begin(desk, file, more);
  return { id, ...(await ended(desk, id)) };
}

async function ended(desk: Desk, id: string, rows = size): Promise<Timed> {
  for (const until = performance.now() + patienceMs; performance.now() < until; await pause(500)) {
    const upload = await timed(desk, id);
    if (["checking", "running"].includes(upload.state)) continue;
    const outcomes = upload.state === "checked" ? ["ready"] : ["created", "matched"];
    const { n } = await one<{ n: number }>(
      desk.product.pool,
      "select count(*)::int as n from upload_rows where upload_id = $1 and outcome = any($2::text[])",
      [id, outcomes],
    );
    if (!["checked", "done"].includes(upload.state) || n !== rows)
      throw new Error(`the upload ended ${upload.state} (${upload.reason}) with ${n} of ${rows} rows ${outcomes[0]}`);
    return upload;
  }
  throw new Error("the upload did not end");
}

/** Seconds of a bare COPY of the upload's requests into an empty table with the indexes of `tickets`. */
const bareCopy = (product: SeededProduct, uploadId: string): Promise<number> =>
  asOwner(product, async (owner) => {
    const wanted = `select t.* from tickets t join upload_rows r on r.ticket_id = t.id where r.upload_id = '${uploadId}'`;
    const lines = await buffer(owner.query(to(`copy (${wanted}) to stdout`)));
    const took: number[] = [];
    for (let round = 0; round < 3; round++) {
      await owner.query("create table bare (like tickets including indexes including defaults)");
      const begun = performance.now();
      await pipeline(Readable.from([lines]), owner.query(from("copy bare from stdin")));
      took.push((performance.now() - begun) / 1_000);
      await owner.query("drop table bare");
    }
    return median(took);
  });

async function readByExceljs(file: string): Promise<number> {
  const begun = performance.now();
  const book = new excel.Workbook();
  await book.xlsx.readFile(file);
  const rows = book.worksheets[0]?.rowCount;
  if (rows !== size + 1) throw new Error(`exceljs found ${rows} rows`);
  return (performance.now() - begun) / 1_000;
}

/**
 * Bookings per second while an upload runs, and right before and after it: the round of the median ratio, because
 * bookings become slower as they fill the queues behind them.
 */
async function booked(desk: Desk, folder: string): Promise<{ quiet: number; busy: number }> {
  const { product } = desk;
  const web = await serve(product);
  const book = async () => {
    const next = await bookings(product, { pincode: nobodysPincode }, mostPerWindow);
    return (await windowOf(requests(web.origin, connections, next), windowMs)).perSecond;
  };
  const inQuiet = async () => median([await book(), await book(), await book()]);
  try {
    for (let warm = 0; warm < 2; warm++) await book();
    const roundTimes: { quiet: number; busy: number }[] = [];
    let before = await inQuiet();
    for (let round = 0; round < bookedRounds; round++) {
      const file = path.join(folder, `beside-${round}.csv`);
      await writeCsv(desk, file, `C${round}`, backgroundRows);
      const id = await begin(desk, file);
      const busy: number[] = [];
      for (let last = ""; ; ) {
        const perSecond = await book();
        last = (await timed(desk, id)).state;
        if (last !== "checking" && last !== "running") break;
        busy.push(perSecond);
      }
      await ended(desk, id, backgroundRows);
      if (busy.length === 0) throw new Error("the upload ended before bookings were measured");
      await matched(desk, id);
      const after = await inQuiet();
      roundTimes.push({ quiet: (before + after) / 2, busy: median(busy) });
      before = after;
    }
    roundTimes.sort((one, other) => one.busy / one.quiet - other.busy / other.quiet);
    return roundTimes[Math.floor(roundTimes.length / 2)]!;
  } finally {
    await web.stop();
  }
}

/** Takes the requests of an upload for offered: matching them is outside the ratios, and quiet is to be quiet. */
async function matched({ product }: Desk, id: string) {
  await asOwner(product, async (owner) => {
    await owner.query("update upload_rows set outcome = 'matched' where upload_id = $1 and outcome = 'created'", [id]);
    await owner.query("update uploads set matched_at = now() where id = $1", [id]);
    await counted(owner);
    await owner.query("checkpoint");
  });
}

/** Waits until the worker has counted all requests. */
async function counted(owner: pg.Client) {
  for (const until = performance.now() + patienceMs; performance.now() < until; await pause(500)) {
    const { rows } = await owner.query("select 1 from report_changes limit 1");
    if (rows.length === 0) return;
  }
  throw new Error("the requests of the upload were not counted in time");
}

async function asOwner<T>({ stand }: SeededProduct, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: stand.at.owner });
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

/** A process's resident memory in MB. */
const memoryOf = async (pid: number) =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(await fs.readFile(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
