import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { env, environmentWith } from "#modules/kernel/env.server.ts";
import { freePort } from "../../embedded/embedded.ts";
import { bookings } from "./booking.ts";
import { Line, request } from "./line.ts";
import { publicIds } from "./lists.ts";
import { crowdedPincode, dealerQr } from "./prepare-data.ts";
import { variables } from "./process.ts";
import type { Measure } from "./report.ts";
import type { SeededProduct } from "./seeded-product.ts";
import { requests, windowOf } from "./window.ts";

const parts = ["supervisor", "web", "worker"] as const;

/**
 * The memory of the whole product under load, started by its launcher: bookings that 20 centers are notified of, lists
 * and tracking pages concurrently on 16 connections. Proportional set size, so that shared memory counts once.
 */
export async function memory(product: SeededProduct): Promise<Measure[]> {
  const port = await freePort(4_900);
  const data = path.join(product.stand.folder, `demo-${port}`);
  const run = path.join(data, "run");
  const { stand } = product;
  fs.mkdirSync(data, { recursive: true });
  const child = spawn(process.execPath, ["cli/main.ts", "demo"], {
    cwd: env.root,
    env: environmentWith({
      ...variables(product),
      DATABASE_URL: stand.at.app,
      OWNER_DATABASE_URL: stand.at.owner,
      DATA_DIR: data,
      PORT: String(port),
      SANDBOX_ORIGIN: `http://127.0.0.1:${port}`,
    }),
    stdio: "ignore",
  });
  const origin = `http://127.0.0.1:${port}`;
  try {
    await ready(origin, run);
    const ids = await publicIds(product);
    const book = await bookings(product, { pincode: crowdedPincode, qrId: dealerQr });
    const get = (url: string) => () => request("GET", url, { cookie: product.centerCookie });
    let at = 0;
    const load = windowOf(
      [
        ...requests(origin, 6, book),
        ...requests(origin, 3, get("/tickets-center")),
        ...requests(origin, 3, get("/brodcast-requests")),
        ...requests(origin, 4, () => request("GET", `/serviceStatus/?${ids[at++ % ids.length]}`)),
      ],
      15_000,
    );
    let most = 0;
    let output = "";
    const look = setInterval(() => {
      const pss = memoryOf(run);
      const sum = pss?.reduce((total, each) => total + each, 0) ?? 0;
      if (sum <= most) return;
      most = sum;
      output = parts.map((name, which) => `${name} ${Math.round(pss![which]!)}`).join(", ");
    }, 500);
    const { perSecond } = await load;
    clearInterval(look);
    return [
      {
        part: "memory",
        what: "web + worker + supervisor under load, most PSS",
        value: Math.round(most),
        unit: "MB",
        better: "less",
        target: 400,
        aim: 270,
        note: `${output} MB at ${Math.round(perSecond)} requests/s`,
      },
    ];
  } finally {
    const gone = new Promise((resolve) => child.once("exit", resolve));
    if (child.exitCode === null && child.kill("SIGTERM")) await gone;
    fs.rmSync(data, { recursive: true, force: true });
  }
}

/** Waits until the product answers and each of its parts runs: its web may answer before there is a worker. */
async function ready(origin: string, run: string) {
  for (const until = Date.now() + 120_000; Date.now() < until; await pause(100)) {
    const line = await Line.to(origin).catch(() => undefined);
    const answer = await line?.send(request("GET", "/readyz")).catch(() => undefined);
    line?.close();
    if (answer?.status === 200 && memoryOf(run)) return;
  }
  throw new Error(`the product did not come up at ${origin}`);
}

/**
 * The proportional set sizes of the product's parts in MB, by the files its supervisor writes; undefined while one of
 * them is not there: not yet started, or being started anew.
 */
export function memoryOf(run: string): number[] | undefined {
  try {
    return parts.map((name) => {
      const { pid } = JSON.parse(fs.readFileSync(path.join(run, `${name}.json`), "utf8")) as { pid: number };
      return Number(/^Pss:\s+(\d+) kB/m.exec(fs.readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0) / 1024;
    });
  } catch {
    return undefined;
  }
}
