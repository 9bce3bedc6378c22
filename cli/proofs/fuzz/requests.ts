import { type Random, randomFrom } from "#modules/demo/index.ts";
import type { Door, Schema } from "./doors.ts";
import { boundary, contentTypes, hostileHeaders, replaceHeader } from "./headers.ts";
import { escaped, hostile, jsonOf, Raw, type Value } from "./hostile.ts";
import { type Caller, idFor, type World } from "./world.ts";

/** One request as it is sent. */
export type Sent = {
  door: Door;
  caller: Caller;
  method: string;
  to: string;
  headers: [string, string][];
  body: Buffer;
};

const states = ["Karnataka", "Delhi", "KA"];

/** A valid-looking value for a field. */
function plausible(name: string, schema: Schema, world: World, random: Random): Value {
  if (schema.const !== undefined) return schema.const as Value;
  if (schema.enum) return random.pick(schema.enum as Value[]);
  if (schema.anyOf) return plausible(name, random.pick(schema.anyOf), world, random);
  if (schema.properties) return filled(schema, 0, world, random);
  if (schema.items)
    return Array.from({ length: random.pick([1, 1, 2, 5]) }, () => plausible(name, schema.items!, world, random));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "boolean") return random.chance(0.5);
  if (type === "number" || type === "integer") return random.pick<Value>([0, 1, 3, 5, 10, 20, 99, 500]);
  if (/phone|mobile|^to$/i.test(name))
    return random.chance(0.5) ? random.pick(world.phones) : `9${random.letters(9, "0123456789")}`;
  if (/pincode/i.test(name)) return random.pick(["560001", "110001", "999999"]);
  if (/otp|code$/i.test(name)) return random.letters(6, "0123456789");
  if (/state/i.test(name)) return random.pick(states);
  if (/email/i.test(name)) return "asha@example.com";
  if (/date|from|since|day|_at|\.at$/i.test(name))
    return random.pick(["2026-11-30", "2026-12-01T10:00", "2027-01-05T06:30:00Z"]);
  if (/qr/i.test(name)) return random.pick(world.ids.partner ?? ["INA0001"]);
  if (/price|amount|labour|material|count|rating|take|version|question|technicians$/i.test(name))
    return random.pick(["0", "5", "10", "499"]);
  if (schema.format === "uuid" || /id$|^_id|ticket|center|technician|service|vehicle|broadcast|pay$|reject/i.test(name))
    return idFor(name, world, random);
  return random.pick(["Asha Rao", "4 Temple Street", "Bengaluru", "Leaking tap", "NEW100", "x"]);
}

/** An object for a schema; a `share` of its fields is hostile, and some are left out. */
function filled(schema: Schema, share: number, world: World, random: Random): { [name: string]: Value } {
  const fields: [string, Value][] = [];
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    if (random.chance(0.06)) continue;
    if (random.chance(share)) fields.push([name, hostile(random)]);
    else if (inner.properties) fields.push([name, filled(inner, share, world, random)]);
    else fields.push([name, plausible(name, inner, world, random)]);
  }
  if (random.chance(share / 4))
    fields.push([random.pick(["__proto__", "constructor", "\0", "a.b.c", "proof", ""]), hostile(random)]);
  // fromEntries defines properties: `__proto__` must be an ordinary name here.
  return Object.fromEntries(fields);
}

/** Dotted names and texts, as forms and queries send them; sometimes a name twice. */
function pairs(fields: { [name: string]: Value }, random: Random, above = ""): [string, Value][] {
  return Object.entries(fields).flatMap(([name, value]): [string, Value][] => {
    const at = above + name;
    if (Array.isArray(value)) return value.slice(0, 5).map((each) => [at, each]);
    if (value && typeof value === "object" && !(value instanceof Raw)) return pairs(value, random, `${at}.`);
    return random.chance(0.04)
      ? [
          [at, value],
          [`${at}:date`, value],
          [at, "x"],
        ]
      : [[at, value]];
  });
}

const asText = (list: [string, Value][], random: Random) =>
  list
    .map(
      ([name, value]) =>
        `${escaped(name, random)}=${escaped(typeof value === "number" || typeof value === "boolean" ? String(value) : value, random)}`,
    )
    .join("&");

function multipart(list: [string, Value][], file: string | undefined, random: Random) {
  const parts = list.map(([name, value]) => {
    const bytes = typeof value === "string" ? Buffer.from(value) : jsonOf(value);
    const safe = name.replace(/["\r\n]/g, "");
    return Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${safe}"\r\n\r\n`),
      bytes,
      Buffer.from("\r\n"),
    ]);
  });
  if (file) {
    const named = random.pick(["a.jpg", "\0.jpg", "../a.jpg", "a.jpg%00", "", "é\ud83d.png"]);
    const bytes = random.pick([
      Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
      Buffer.alloc(0),
      Buffer.from("<svg/>"),
      Buffer.alloc(2_000, 0),
    ]);
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${file}"; filename="${named}"\r\nContent-Type: image/jpeg\r\n\r\n`;
    parts.push(Buffer.concat([Buffer.from(head), bytes, Buffer.from("\r\n")]));
  }
  const end = random.chance(0.1) ? "" : `--${boundary}--\r\n`;
  return Buffer.concat([...parts, Buffer.from(end)]);
}

const odd = ["HEAD", "OPTIONS", "PATCH", "DELETE", "PUT", "PROPFIND", "TRACE", "GET", "POST"];

const broken = (body: Buffer, random: Random): Buffer =>
  random.pick<() => Buffer>([
    () => body.subarray(0, random.below(body.length + 1)),
    () => Buffer.concat([body.subarray(0, 5), Buffer.from([0xff, 0xc0, 0x80]), body.subarray(5)]),
    () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body]),
    () => Buffer.alloc(0),
    () =>
      Buffer.from(
        random.pick(["null", "[]", '"x"', "1", "NaN", "{'a':1}", "{", '{"a":1,"a":2}', " ", "\0", "undefined"]),
      ),
    () => Buffer.concat([body, body]),
    () => Buffer.from(body.toString("utf8"), "utf16le"),
    () => jsonOf(hostile(random)),
  ])();

/** How many values a door takes, including those in its path. */
const leavesOf = ({ path, fields }: Door) => Math.max(1, countIn(fields) + path.split("{").length - 1);
const countIn = ({ properties }: Schema): number =>
  properties ? Object.values(properties).reduce((count, inner) => count + countIn(inner), 0) : 1;

/** The request with this number of a seed: always the same. */
export function requestAt(number: number, seed: number, doors: readonly Door[], world: World, origin: string): Sent {
  const random = randomFrom(`fuzz ${seed} ${number}`);
  const door = random.pick(doors);
  const caller = random.chance(0.75) ? random.pick(door.callers) : random.pick(world.callers);
  // Mostly one wrong value in a valid request: one that is wrong everywhere is refused early.
  const share = random.weighted([
    [0, 0.1],
    [1 / leavesOf(door), 0.55],
    [0.4, 0.2],
    [1, 0.15],
  ]);
  const fields = filled(door.fields, share, world, random);
  const way = door.kind === "call" && random.chance(0.8) ? "token" : "cookie";
  const shown = world.show(caller, way);

  const at = door.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const { [name]: named } = fields;
    delete fields[name];
    const right =
      named !== undefined && !(named instanceof Raw) ? named : idFor(name === "id" ? door.path : name, world, random);
    return escaped(random.chance(share) ? hostile(random) : right, random).slice(0, 6_000);
  });
  const method = random.chance(0.05) ? random.pick(odd) : door.method;
  const inQuery = door.method === "GET" || random.chance(0.03);
  const list = pairs(fields, random);
  const query = inQuery
    ? asText(list, random).slice(0, 12_000)
    : random.chance(0.1)
      ? asText([[random.pick(["a", "index", "_routes", "edit", "", "id", "step"]), hostile(random)]], random).slice(
          0,
          6_000,
        )
      : "";
  const data = door.kind !== "call" && random.chance(0.02) ? ".data" : "";
  const naked =
    /serviceStatus/i.test(at) && random.chance(0.5)
      ? escaped(random.chance(0.5) ? idFor("ticket", world, random) : hostile(random), random).slice(0, 4_000)
      : "";
  const to = at + data + (query || naked ? `?${[naked, query].filter(Boolean).join("&")}` : "");

  const sent: [string, string][] = [
    ["host", new URL(origin).host],
    ["x-forwarded-for", `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`],
  ];
  if (shown.token) sent.push(["access-token", shown.token]);
  if (shown.cookie) sent.push(["cookie", shown.cookie]);
  let body: Buffer = Buffer.alloc(0);
  if (!inQuery && method !== "GET" && method !== "HEAD") {
    sent.push(["origin", origin]);
    const wants = door.kind === "call" ? "json" : "form";
    const mixed = random.chance(0.05) ? (wants === "json" ? "form" : "json") : wants;
    if (door.file || (mixed === "form" && random.chance(0.2))) {
      body = multipart(list, door.file ?? (random.chance(0.3) ? "file" : undefined), random);
      sent.push(["content-type", `multipart/form-data; boundary=${boundary}`]);
    } else if (mixed === "json") {
      body = jsonOf(fields);
      sent.push(["content-type", "application/json"]);
    } else {
      body = Buffer.from(asText(list, random), "latin1");
      sent.push(["content-type", "application/x-www-form-urlencoded"]);
    }
    if (random.chance(0.1)) body = broken(body, random);
    if (random.chance(0.06)) replaceHeader(sent, ["content-type", random.pick(contentTypes)]);
    if (door.kind === "call" && random.chance(0.2)) sent.push(["idempotency-key", random.token()]);
  }
  if (random.chance(0.25)) replaceHeader(sent, random.pick(hostileHeaders)(random));
  return { door, caller, method, to, headers: sent, body };
}
