import fs from "node:fs";
import path from "node:path";
import { env } from "#modules/kernel/env.server.ts";
import { request } from "./line.ts";
import { publicIds } from "./lists.ts";
import { dealerQr } from "./prepare-data.ts";
import { type Served, serve } from "./process.ts";
import { against, type Measure } from "./report.ts";
import { one, type SeededProduct } from "./seeded-product.ts";
import { median, requests, windowOf } from "./window.ts";

/** The page everybody begins with: no other public read costs more. */
const measuredBy = "/booking";
/** What two measurements of the same page may differ by. */
const most = 1.15;
const rounds = 5;
const windowMs = 600;
const connections = 4;

/** Statuses of an answered read; a read that is refused costs CPU, too. */
const answered = [200, 302, 303, 400, 401, 403, 404, 422];

/** Reads that never end: open ones are capped, and an open one costs nothing until there is news. */
const isStream = (door: string) => door.startsWith("/live/");

/**
 * CPU of the web process for each public GET, compared with `/booking` in the same run: every page, file and call that
 * the access matrix lets nobody in particular read, and the forms in which the documentation can be asked for.
 */
export async function publicReads(product: SeededProduct): Promise<Measure[]> {
  const addresses = await addressesOf(product);
  const web = await serve(product);
  try {
    const spent = new Map<string, number[]>();
    for (const address of [measuredBy, ...addresses]) await cpuOf(web, address);
    for (let round = 0; round < rounds; round++)
      for (const address of [measuredBy, ...addresses])
        spent.set(address, [...(spent.get(address) ?? []), await cpuOf(web, address)]);
    const floor = median(spent.get(measuredBy)!);
    return addresses.map((address) =>
      against({
        part: "reads",
        what: `GET ${address} / GET ${measuredBy}`,
        value: median(spent.get(address)!),
        unit: "ms CPU",
        floor,
        better: "less",
        target: most,
      }),
    );
  } finally {
    await web.stop();
  }
}

/** The CPU of one read in milliseconds, user and system, all threads of the process. */
async function cpuOf({ origin, pid }: Served, address: string): Promise<number> {
  const before = cpuTime(pid);
  const { latencies } = await windowOf(
    requests(origin, connections, () => readBy(address), answered),
    windowMs,
  );
  return (cpuTime(pid) - before) / latencies.length;
}

/** Linux counts a process's time in hundredths of a second. */
function cpuTime(pid: number): number {
  const [user, system] = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ").slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

let readers = 0;

/** A read of a browser with an address of its own, as the proxy in front of the server reports it. */
function readBy(address: string) {
  readers += 1;
  return request("GET", address, {
    "accept-encoding": "gzip, deflate, br",
    // The sandbox answers this machine alone.
    ...(!address.startsWith("/sandbox") && {
      "x-forwarded-for": `10.${(readers >> 16) & 255}.${(readers >> 8) & 255}.${readers & 255}`,
    }),
  });
}

/** The doors whose line in the access matrix lets in a caller who is nobody. */
function publicDoors(): string[] {
  const lines = fs.readFileSync(path.join(env.root, "app/http/doors/access-matrix.txt"), "utf8").split("\n");
  const [head, ...doors] = lines.filter((line) => line.trim() && !line.startsWith("#"));
  const callers = head!.trim().split(/\s+/).slice(2);
  const open = doors.flatMap((line) => {
    const words = line.trim().split(/\s+/);
    const cells = words.slice(-callers.length);
    const [method, pattern] = words as [string, string];
    return method === "GET" && cells[callers.indexOf("nobody")] === "ok" && !pattern.startsWith("(") ? [pattern] : [];
  });
  return [...new Set(open)].map((pattern) => (pattern.startsWith("/") ? pattern : `/${pattern}`));
}

/** An address of each public door; a door with parameters that has no example here ends the run. */
async function addressesOf(product: SeededProduct): Promise<string[]> {
  const [ticket] = await publicIds(product, 1);
  const { id: vehicleQr } = await one<{ id: string }>(
    product.pool,
    `select q.qr_id as id from partner_qrs q join centers c on c.id = q.center_id
      where c.vehicle_id is not null and q.status = 'ACTIVE' limit 1`,
  );
  const { code } = await one<{ code: string }>(
    product.pool,
    "select coalesce((select center_onboarder_id from onboarders limit 1), 'none') as code",
  );
  const examples: Record<string, readonly string[]> = {
    "/booking/:id?": [`/booking/${dealerQr}`],
    "/bookingPickDrop/:id": [`/bookingPickDrop/${vehicleQr}`],
    "/pincodes/:pincode": ["/pincodes/560001"],
    "/serviceStatus": ["/serviceStatus", `/serviceStatus/?${ticket}`],
    "/feedback/:token?": ["/feedback", "/feedback/none"],
    "/registration/:centerOnboarderId?": ["/registration", `/registration/${code}`],
    "/pictures/:ticketId/technician": [`/pictures/${ticket}/technician`],
    "/pictures/:ticketId/all": [`/pictures/${ticket}/all`],
    "/pictures/:ticketId/:pictureId": [`/pictures/${ticket}/0198a000-0000-7000-8000-000000000000`],
    "/sandbox/*": ["/sandbox/outbox"],
    // The widest search, one that finds a single call, the page's data, and an address nobody else asks for.
    "/api/docs": ["/api/docs", "/api/docs?find=a", "/api/docs?find=punch", "/api/docs?at=1"],
    "/api/openapi.json": ["/api/openapi.json", "/api/openapi.json?at=1"],
    "/api/common/get-center-onboarder-objectId": [
      `/api/common/get-center-onboarder-objectId?center_onboarding_id=${code}`,
    ],
    "/api/center/get-center-based-on-qr": [`/api/center/get-center-based-on-qr?qr_id=${dealerQr}`],
    "/api/getCenterByQrId": [`/api/getCenterByQrId?qr_id=${dealerQr}`],
    "/api/center/getCenterByQrId": [`/api/center/getCenterByQrId?qr_id=${dealerQr}`],
    "/api/common/reverse-geocode": ["/api/common/reverse-geocode?lat=12.97&lng=77.59"],
    "/api/admin/get-all-ticket": [`/api/admin/get-all-ticket?ticket_obj_id=${ticket}`],
    "/api/common/check-feedback-link-valid": ["/api/common/check-feedback-link-valid?token=none"],
  };
  return publicDoors()
    .filter((door) => !isStream(door))
    .flatMap((door) => {
      const known = examples[door];
      if (!known && /[:*]/.test(door)) throw new Error(`the bench has no address of ${door}`);
      return known ?? [door];
    });
}
