import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import sharp from "sharp";
import type { Promises } from "./promises.ts";
import { always, inTheEnd } from "./rules.ts";

/** A broken rule: its sentence, how often, and up to three examples. */
export type Broken = { rule: string; count: number; examples: string[] };

/** For each kind of promise, the row that must still be in the database; a promise without its row is lost. */
const promisedRows: Record<string, { rule: string; lost: string; fields: [string, string][] }> = {
  booked: {
    rule: "an acknowledged booking is there",
    lost: `not exists (select 1 from tickets t where t.public_id = p.ticket and t.phone = p.phone)`,
    fields: [["phone", "text"]],
  },
  paid: {
    rule: "an acknowledged payment has paid its order",
    lost: `not exists (select 1 from orders o where o.provider_order_id = p.order and o.status = 'paid')`,
    fields: [["order", "text"]],
  },
  "topped up": {
    rule: "a recharge is in its wallet",
    lost: `not exists (select 1 from orders o join transfers t on t.cause = o.id::text and t.kind = 'recharge'
      where o.provider_order_id = p.order)`,
    fields: [["order", "text"]],
  },
  accepted: {
    rule: "an acknowledged acceptance is its center's",
    lost: `not exists (select 1 from tickets t join broadcasts b on b.ticket_id = t.id and b.id::text = p.broadcast
      where t.public_id = p.ticket and t.center_id::text = p.center and b.status in ('ACCEPTED', 'CLOSED'))`,
    fields: [
      ["broadcast", "text"],
      ["center", "text"],
    ],
  },
  assigned: {
    rule: "an acknowledged technician is assigned",
    lost: "not exists (select 1 from tickets t where t.public_id = p.ticket and t.technician_id::text = p.technician)",
    fields: [["technician", "text"]],
  },
  pictured: {
    rule: "an acknowledged picture is its request's",
    lost: `not exists (select 1 from ticket_pictures i join tickets t on t.id = i.ticket_id
      where t.public_id = p.ticket and i.id::text = p.picture)`,
    fields: [["picture", "text"]],
  },
  closed: {
    rule: "an acknowledged closing is closed at its price",
    lost: `not exists (select 1 from tickets t where t.public_id = p.ticket and t.status = 'CLOSED'
      and t.closing_price_paise = p."amountPaise")`,
    fields: [["amountPaise", "bigint"]],
  },
  rated: {
    rule: "an acknowledged rating is there",
    lost: "not exists (select 1 from tickets t where t.public_id = p.ticket and t.star_rating = p.stars)",
    fields: [["stars", "int"]],
  },
  answered: {
    rule: "acknowledged feedback is there",
    lost: "not exists (select 1 from feedbacks f join tickets t on t.id = f.ticket_id where t.public_id = p.ticket)",
    fields: [],
  },
  cancelled: {
    rule: "an acknowledged cancellation is cancelled",
    lost: "not exists (select 1 from tickets t where t.public_id = p.ticket and t.status = 'CANCEL')",
    fields: [],
  },
};

/** Checks a stand's database and files against the rules and against the recorded promises. */
export class Audit {
  readonly owner: string;
  readonly blobs: string;
  readonly promises: Promises;
  private whole = new Set<string>();

  constructor(owner: string, blobs: string, promises: Promises) {
    this.owner = owner;
    this.blobs = blobs;
    this.promises = promises;
  }

  /** The rules that hold at any moment; `ended` adds those that hold once all work is done. */
  async broken({ ended }: { ended: boolean }): Promise<Broken[]> {
    const client = new pg.Client({ connectionString: this.owner });
    await client.connect();
    try {
      // One snapshot for all queries, so that they see the same moment.
      await client.query("begin isolation level repeatable read read only");
      const violations: Broken[] = [];
      const ask = async (rule: string, query: string, params: unknown[] = []) => {
        const { rows } = await client.query<{ id: string }>(query, params);
        if (rows.length > 0)
          violations.push({ rule, count: rows.length, examples: rows.slice(0, 3).map(({ id }) => String(id)) });
      };
      for (const [rule, query] of Object.entries({ ...always, ...(ended ? inTheEnd : {}) })) await ask(rule, query);
      for (const [kind, { rule, lost, fields }] of Object.entries(promisedRows)) {
        if (kind === "topped up" && !ended) continue;
        const promisesOfKind = this.promises.all.filter((promise) => promise.kind === kind);
        const columns = [["ticket", "text"], ...fields].map(([name, type]) => `"${name}" ${type}`).join(", ");
        await ask(
          rule,
          `select coalesce(p.ticket, p::text) as id from jsonb_to_recordset($1) as p (${columns}) where ${lost}`,
          [JSON.stringify(promisesOfKind)],
        );
      }
      violations.push(...(await this.brokenFiles(client)));
      return violations;
    } finally {
      await client.end();
    }
  }

  /** Every file a row refers to exists, is unchanged byte for byte, and can be decoded. */
  private async brokenFiles(client: pg.Client): Promise<Broken[]> {
    const { rows } = await client.query<{ id: string; key: string; sha256: string; mime: string }>(
      "select id, key, sha256, mime from blobs",
    );
    const broken: string[] = [];
    for (const { id, key, sha256, mime } of rows) {
      if (this.whole.has(id)) continue;
      if (await isWhole(path.join(this.blobs, key), sha256, mime)) this.whole.add(id);
      else broken.push(`${id} (${key})`);
    }
    const rule = "a kept file is whole on the disk";
    return broken.length > 0 ? [{ rule, count: broken.length, examples: broken.slice(0, 3) }] : [];
  }
}

async function isWhole(file: string, sha256: string, mime: string): Promise<boolean> {
  try {
    const bytes = await fs.promises.readFile(file);
    if (createHash("sha256").update(bytes).digest("hex") !== sha256) return false;
    if (mime === "application/pdf") return bytes.subarray(-1024).includes("%%EOF");
    await sharp(bytes).stats();
    return true;
  } catch {
    return false;
  }
}
