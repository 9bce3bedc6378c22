import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { sql } from "kysely";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { figure } from "#modules/kernel/figure.ts";
import { against, type Measure } from "./report.ts";
import type { SeededProduct, SeededProducts } from "./seeded-product.ts";
import { median } from "./window.ts";

const mostRows = 100_000;
/** exceljs holds a whole workbook in memory when it writes one; with more rows this measures its collector. */
const mostWorkbookRows = 20_000;

/**
 * The file `report` as the worker writes it, from the first page read to the last byte on the disk: as CSV, compared with
 * COPY TO of the same rows and columns into a file; as XLSX, compared with exceljs writing the same cells given to it
 * ready.
 */
export async function reportFiles({ size, small, big }: SeededProducts): Promise<Measure[]> {
  const product = size <= small.size ? small : await big();
  const { connect, disconnect, unitOfWork, row } = await import("#modules/kernel/db/db.server.ts");
  const { sheetOf } = await import("#modules/kernel/lists/list.server.ts");
  const { ownerNow } = await import("#modules/kernel/lists/owners.server.ts");
  const { filePages } = await import("#modules/kernel/lists/prepared-export.server.ts");
  const { entities } = await import("#modules/index.ts");
  const { reportList } = await import("#modules/reports/index.ts");
  await connect({ url: product.stand.at.app, entities });
  const file = path.join(product.stand.folder, `report-${randomUUID()}`);
  try {
    const actor = await unitOfWork(async () => {
      const admin = await row<{ id: string }>(sql`select id from admins where user_name = 'superadmin'`);
      return ownerNow({ subject: "admin", id: admin!.id });
    });
    const write: Write = async (format, from) => {
      let rows = 0;
      async function* counted() {
        for await (const page of filePages(reportList, { actor, filter: { from } })) {
          rows += page.length;
          yield page;
        }
      }
      const begun = performance.now();
      const { stream } = sheetOf(reportList, { actor, format, locale: "en" }, counted());
      await pipeline(stream, fs.createWriteStream(file));
      return { took: performance.now() - begun, rows, file };
    };
    return [await ofCsv(product, write), await ofWorkbook(product, write)];
  } finally {
    fs.rmSync(file, { force: true });
    await disconnect();
  }
}

type Write = (format: "csv" | "xlsx", from: Date) => Promise<{ took: number; rows: number; file: string }>;

/** The moment from which there are about so many requests. */
async function momentOf({ pool }: SeededProduct, rows: number): Promise<Date> {
  const result = await pool.query<{ at: Date }>(
    `select created_at as at from (select created_at from tickets where deleted_at is null
      order by created_at desc limit $1) newest order by created_at limit 1`,
    [rows],
  );
  return result.rows[0]!.at;
}

/** What the file holds, as somebody would select it by hand. */
const selected = (from: Date) => `
  select t.ticket_id, t.created_at, t.status, t.broadcast_status, t.created_by, coalesce(t.create_name, m.center_name),
         s.service_name, t.requirement, t.name, t.phone, t.alternate_phone, t.email,
         concat_ws(', ', t.house_number, t.locality), t.city, t.state, t.pincode, t.pick_location, t.drop_location,
         k.client_name, t.client_reference, t.time_preference_type, t.specific_date_time, t.offer_code, c.center_name,
         (select q.qr_id from partner_qrs q
           where q.center_id = t.center_id and q.kind = 'center' order by q.created_at limit 1),
         w.name, t.is_paid_by_public, t.is_paid_by_technician, t.booking_fee_paise, t.ticket_price_paise,
         t.material_paise, t.closing_price_paise, t.platform_share_paise, t.client_due_paise, t.payment_type,
         t.remark_message = 'happy_code', t.star_rating, t.close_remarks, t.technician_remarks, t.admin_remarks,
         t.onboarding_remarks, t.cancel_reason,
         (select count(*) from ticket_pictures p where p.ticket_id = t.id), t.broadcast_at, t.accepted_at,
         t.assigned_at, t.started_at, t.closed_at, t.cancelled_at, t.closed_at - t.created_at
    from tickets t
    join services s on s.id = t.service_id
    left join clients k on k.id = t.client_id
    left join centers c on c.id = t.center_id
    left join centers m on m.id = t.created_by_center_id
    left join technicians w on w.id = t.technician_id
   where t.deleted_at is null and t.created_at >= '${from.toISOString()}'
   order by t.created_at desc, t.id desc`;

async function ofCsv(product: SeededProduct, write: Write): Promise<Measure> {
  const from = await momentOf(product, Math.min(mostRows, product.size));
  const file = path.join(product.stand.folder, `copied-${randomUUID()}.csv`);
  const ours: number[] = [];
  const copied: number[] = [];
  let rows = 0;
  const owner = new pg.Client({ connectionString: product.stand.at.owner });
  await owner.connect();
  try {
    for (let round = 0; round < 4; round++) {
      const begun = performance.now();
      const copy = owner.query(copyTo(`copy (${selected(from)}) to stdout with (format csv, header)`));
      await pipeline(copy, fs.createWriteStream(file));
      copied.push(performance.now() - begun);
      const made = await write("csv", from);
      rows = made.rows;
      ours.push(made.took);
    }
  } finally {
    await owner.end();
    fs.rmSync(file, { force: true });
  }
  // The first round warms both up.
  return perSecond("report as CSV / COPY TO", rows, { ours, floor: copied, target: 0.4 });
}

async function ofWorkbook(product: SeededProduct, write: Write): Promise<Measure> {
  const { default: excel } = await import("exceljs");
  const from = await momentOf(product, Math.min(mostWorkbookRows, product.size));
  const file = path.join(product.stand.folder, `written-${randomUUID()}.xlsx`);
  const ours: number[] = [];
  const written: number[] = [];
  let rows = 0;
  try {
    for (let round = 0; round < 3; round++) {
      const made = await write("xlsx", from);
      rows = made.rows;
      ours.push(made.took);
      const cells: unknown[][] = [];
      const formats: string[] = [];
      const opened = new excel.Workbook();
      await opened.xlsx.readFile(made.file);
      opened.worksheets[0]!.eachRow((row, at) => {
        cells.push((row.values as unknown[]).slice(1));
        if (at === 2) row.eachCell({ includeEmpty: true }, (cell, place) => (formats[place - 1] = cell.numFmt ?? "@"));
      });
      const begun = performance.now();
      const book = new excel.Workbook();
      const sheet = book.addWorksheet("1");
      sheet.columns = formats.map((numFmt) => ({ style: { numFmt } }));
      for (const row of cells) sheet.addRow(row);
      await book.xlsx.writeFile(file);
      written.push(performance.now() - begun);
    }
  } finally {
    fs.rmSync(file, { force: true });
  }
  return perSecond("report as XLSX / exceljs writing", rows, { ours, floor: written, target: 1 });
}

/** Rows per second beside those of the floor; the first round warms both up. */
function perSecond(
  what: string,
  rows: number,
  { ours, floor, target }: { ours: number[]; floor: number[]; target: number },
): Measure {
  const rate = (took: number[]) => (rows * 1_000) / median(took.slice(1));
  return against({
    part: "reports",
    what,
    value: rate(ours),
    unit: "rows/s",
    floor: rate(floor),
    better: "more",
    target,
    note: `${figure(rows)} rows, in ${(median(ours.slice(1)) / 1_000).toFixed(1)} s`,
  });
}
