import fs from "node:fs";
import path from "node:path";
import { disconnect } from "#modules/kernel/db/db.server.ts";
import { Failed, show, tell } from "../../run.ts";
import { openStand, type Stand } from "../stand/stand.ts";
import { callsOf, type Door, pagesOf } from "./doors.ts";
import { excused, faultOf } from "./judge.ts";
import { type Answer, exchange } from "./line.ts";
import { requestAt, type Sent } from "./requests.ts";
import { buildWorld } from "./world.ts";

export type FuzzOptions = { requests: number; seed: number; only?: string; json?: boolean };

/** How many requests run at the same time. */
const atOnce = 8;
/** How many are sent before everybody signs in again: some of them end sessions. */
const heat = 400;
const mostShown = 25;

type Fault = { number: number; fault: string; sent: Sent; answer: Answer };

/**
 * Sends every operation of the OpenAPI document and every page, file and form wrong types, extremes, control
 * characters, broken UTF-8 and broken addresses, as every kind of caller. No answer may be a 5xx, every call must
 * answer an envelope with its status in it, no internals may leak, and no error may be logged.
 */
export async function fuzz({ requests, seed, only, json = false }: FuzzOptions) {
  const say = (line: string) => tell(line, { json });
  say(`fuzz: ${requests} requests, seed ${seed}`);
  const stand = await openStand({ webs: 1, workers: 1, say, variables: { TRUST_PROXY: "loopback" } });
  try {
    const web = stand.webs[0]!;
    const pid = stand.pidOf("web1");
    const world = await buildWorld(stand, 300);
    const all = [...(await callsOf(web)), ...(await pagesOf())];
    const doors = only ? all.filter(({ name }) => name.includes(only)) : all;
    const { calls, rest } = Object.groupBy(doors, ({ kind }) => (kind === "call" ? "calls" : "rest"));
    say(`Asking at ${calls?.length ?? 0} calls and ${rest?.length ?? 0} pages, files and forms…`);
    const started = performance.now();
    const faults: Fault[] = [];
    const statuses = new Map<string, number>();
    for (let from = 0; from < requests; from += heat) {
      await world.signIn();
      const numbers = Array.from({ length: Math.min(heat, requests - from) }, (_, at) => from + at)[Symbol.iterator]();
      const lane = async () => {
        for (const number of numbers) {
          const sent = requestAt(number, seed, doors, world, web);
          const answer = await exchange(web, sent);
          const name = excused(answer.status, answer.headers)
            ? `503, to come again: ${sent.door.name}`
            : String(answer.status);
          statuses.set(name, (statuses.get(name) ?? 0) + 1);
          const fault = faultOf(sent, answer);
          if (fault) faults.push({ number, fault, sent, answer });
        }
      };
      await Promise.all(Array.from({ length: atOnce }, lane));
    }
    const seconds = (performance.now() - started) / 1_000;
    const broken = [...brokenDoors(faults, stand), ...loggedErrors(stand, faults)];
    if (stand.pidOf("web1") !== pid) broken.push("the web process did not live through it");
    report({ requests, seed, seconds, statuses, doors, faults, broken, json });
    if (broken.length > 0) throw new Failed();
  } finally {
    await disconnect();
    await stand.stop();
  }
}

type Line = { level?: number; requestId?: string; msg?: string };

const logOf = (stand: Stand): Line[] =>
  fs
    .readFileSync(path.join(stand.folder, "web1.log"), "utf8")
    .split("\n")
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Line];
      } catch {
        return [];
      }
    });

/** One line for each kind of fault at each door: the request that caused it, and its lines of the log. */
function brokenDoors(faults: Fault[], stand: Stand): string[] {
  const log = logOf(stand);
  const first = new Map<string, Fault>();
  for (const fault of faults) {
    const key = `${fault.sent.door.name} ${fault.fault}`;
    if (!first.has(key)) first.set(key, fault);
  }
  return [...first.values()].map(({ number, fault, sent, answer }) => {
    const logged = log.find((line) => line.requestId === answer.headers.get("x-request-id") && (line.level ?? 0) >= 50);
    return [
      `${sent.door.name}: ${fault} (request ${number}, as ${sent.caller})`,
      `  ${sent.method} ${shown(sent.to)}`,
      ...sent.headers
        .filter(([name]) => !/^(host|access-token)$/.test(name))
        .map(([name, value]) => `  ${name}: ${shown(value)}`),
      ...(sent.body.length > 0 ? [`  ${shown(sent.body.toString("latin1"))}`] : []),
      `  → ${shown(answer.body)}`,
      ...(logged ? [`  log: ${JSON.stringify(logged).slice(0, 900)}`] : []),
    ].join("\n");
  });
}

/** Errors in the log behind answers that looked right. */
function loggedErrors(stand: Stand, faults: Fault[]): string[] {
  const seen = new Set(faults.map(({ answer }) => answer.headers.get("x-request-id")));
  const errors = logOf(stand).filter(({ level = 0, requestId }) => level >= 50 && !seen.has(requestId));
  const byWords = Map.groupBy(errors, ({ msg = "" }) => msg);
  return [...byWords].map(
    ([msg, lines]) => `logged as an error ${lines.length} times: ${msg}\n  ${JSON.stringify(lines[0]).slice(0, 900)}`,
  );
}

const shown = (text: string) => JSON.stringify(text.length > 700 ? `${text.slice(0, 700)}… (${text.length})` : text);

type Result = Omit<FuzzOptions, "only"> & {
  seconds: number;
  statuses: Map<string, number>;
  doors: Door[];
  faults: Fault[];
  broken: string[];
};

function report({ requests, seed, seconds, statuses, doors, faults, broken, json = false }: Result) {
  const counts = [...statuses].sort(([one], [other]) => (one < other ? -1 : 1));
  const lines = [
    `${requests} requests at ${doors.length} doors in ${Math.round(seconds)} s, seed ${seed}`,
    ...counts.map(([status, count]) => `  ${status}: ${count}`),
    broken.length === 0
      ? "No 5xx, every envelope right, nothing told of the inside."
      : `${faults.length} answers were wrong, in ${broken.length} ways:`,
    ...broken.slice(0, mostShown),
  ];
  show({ requests, seed, seconds, statuses: Object.fromEntries(counts), broken }, lines.join("\n"), { json });
}
