import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { centerState } from "#modules/centers/shared.ts";
import { hashToken, randomToken } from "#modules/kernel/crypto.server.ts";
import { Line, request } from "./line.ts";
import { publicIds } from "./lists.ts";
import { crowdedPincode, dealerQr } from "./prepare-data.ts";
import { serve } from "./process.ts";
import type { Measure } from "./report.ts";
import { one, type SeededProduct, session } from "./seeded-product.ts";

const pressed = { "accept-encoding": "gzip" };

/**
 * The bytes each public page loads before the first interaction (fixed point 25): HTML, JavaScript and CSS, gzipped.
 */
export async function bytes(product: SeededProduct): Promise<Measure[]> {
  const web = await serve(product);
  const [id] = await publicIds(product, 1);
  const { ticket, cookie } = await technicianVisit(product);
  const pages: Record<string, string> = {
    booking: "/booking",
    "booking on one page": "/booking?form=one",
    "booking by a partner's code": `/booking/${dealerQr}`,
    "pick and drop": `/bookingPickDrop/${await riderQr(product)}`,
    tracking: `/serviceStatus/?${id}`,
    "a customer's inbox": "/my-notifications",
    feedback: `/feedback/${await feedbackToken(product)}`,
    "center login": "/login",
    "center registration": "/registration",
    "onboarder registration": "/center-onboard-registration",
    "onboarder login": "/center-onboard-login",
    "API documentation": "/api/docs",
    "a technician's link": "/visit",
    "a technician's day": "/visits",
    "a technician's visit": `/visits/${ticket}`,
    "photos of a visit": `/visits/${ticket}?step=photos`,
    "the end of a visit": `/visits/${ticket}?step=finish`,
  };
  const line = await Line.to(web.origin);
  try {
    const measures: Measure[] = [];
    for (const [name, path] of Object.entries(pages)) {
      const own: Record<string, string> = path.startsWith("/visits") ? { cookie } : {};
      const html = await line.send(
        request("GET", path, { ...pressed, ...own, "x-forwarded-for": `10.9.8.${crowdedPincode.length}` }),
      );
      const text = (await line.send(request("GET", path, own))).body.toString();
      const sizes = { html: html.body.length, js: 0, css: 0 };
      for (const [asset, size] of await assetsOf(line, text)) sizes[asset.endsWith(".css") ? "css" : "js"] += size;
      const total = (sizes.html + sizes.js + sizes.css) / 1024;
      const kb = (size: number) => (size / 1024).toFixed(1);
      measures.push({
        part: "bytes",
        what: `${name}: HTML, JS and CSS, gzipped`,
        value: Math.round(total * 10) / 10,
        unit: "KB",
        better: "less",
        target: 60,
        aim: 25,
        note: `${html.status}: HTML ${kb(sizes.html)}, JS ${kb(sizes.js)}, CSS ${kb(sizes.css)}; form without JavaScript: ${/<form[^>]+method="post"/i.test(text) ? "yes" : "none on this page"}`,
      });
    }
    return measures;
  } finally {
    line.close();
    await web.stop();
  }
}

/** A visit that waits for its technician, and the cookie of that technician's browser. */
async function technicianVisit({ pool }: SeededProduct) {
  const { ticket, technician } = await one<{ ticket: string; technician: string }>(
    pool,
    `select public_id as ticket, technician_id as technician from tickets
      where status = 'ACCEPTED' and technician_id is not null and deleted_at is null limit 1`,
  );
  return { ticket, cookie: `technician_session=${await session(pool, "technician", technician)}` };
}

/** The QR code of a partner with a vehicle. */
const riderQr = async ({ pool }: SeededProduct) =>
  (
    await one<{ id: string }>(
      pool,
      `select q.qr_id as id from partner_qrs q join centers c on c.id = q.center_id
        where c.vehicle_id is not null and q.status = 'ACTIVE' and c.is_active = ${centerState.ACTIVE} limit 1`,
    )
  ).id;

/** The token of a closed request's feedback link. */
async function feedbackToken({ pool }: SeededProduct) {
  const token = randomToken();
  await pool.query(
    `insert into feedback_links (id, ticket_id, token_hash, created_at, expires_at)
     select $1, t.id, $2, now(), now() + interval '1 day' from tickets t
      where t.status = 'CLOSED' and not exists (select from feedback_links f where f.ticket_id = t.id) limit 1`,
    [randomUUID(), hashToken(token)],
  );
  return token;
}

/** The scripts and stylesheets a page names, and what those import statically, with their gzipped sizes. */
async function assetsOf(line: Line, html: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const waiting = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path!);
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    if (sizes.has(path)) continue;
    const { body } = await line.send(request("GET", path));
    sizes.set(path, gzipSync(body, { level: 9 }).length);
    if (path.endsWith(".js"))
      for (const [, other] of body.toString().matchAll(/(?:^|[;}\n])import(?:[^"'();]*from)?["']\.\/([^"']+)["']/g))
        waiting.push(`/assets/${other}`);
  }
  return sizes;
}
