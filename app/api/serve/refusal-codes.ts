import type { z } from "zod";
import { denialOf } from "#modules/kernel/actor.ts";
import { fieldErrors } from "#modules/kernel/validation.ts";
import { isMessageKey, type MessageKey } from "#modules/messages/index.ts";
import type { Call } from "../line/call.server.ts";

/*
 * The codes a call refuses with, by status: those that follow from what its line declares (who may, what they need, its
 * input, limit, proof and idempotency), and those of its verb (../line/verb-refusals.ts).
 */

export type Codes = Readonly<Record<number, readonly MessageKey[]>>;

/** The codes of what is refused before it is a call (serve.server.ts, ../../server.ts), and of what failed inside one. */
export const beforeAnyCall: Codes = {
  403: ["error.origin"],
  404: ["api.noSuchCall"],
  405: ["api.otherMethod", "error.method"],
  413: ["error.tooLarge"],
  500: ["error.unexpected"],
};

/** Computed once for each line, reading and writing. */
const known = { reads: new WeakMap<Call, Codes>(), writes: new WeakMap<Call, Codes>() };

/** The codes a call may answer by status, sorted. */
export function codesOf(line: Call, writes: boolean): Codes {
  const cache = writes ? known.writes : known.reads;
  const before = cache.get(line);
  if (before) return before;
  const all = new Map<number, Set<MessageKey>>();
  for (const [status, keys] of [...implied(line, writes), ...own(line)]) {
    const there = all.get(status) ?? new Set();
    for (const key of keys) there.add(key);
    all.set(status, there);
  }
  const codes = Object.fromEntries(
    [...all].filter(([, keys]) => keys.size > 0).map(([status, keys]) => [status, [...keys].sort()]),
  );
  cache.set(line, codes);
  return codes;
}

type Part = readonly [status: number, keys: readonly MessageKey[]];

const own = ({ errors = {} }: Call): Part[] =>
  Object.entries(errors).map(([status, keys]) => [Number(status), keys ?? []]);

function implied(line: Call, writes: boolean): Part[] {
  const { as, can, scope, own: ours, limit, once, proof, fresh, file } = line;
  const open = as.includes("anyone");
  const admins = as.includes("admin");
  const keyed = admins && !(as.length === 1 && open);
  // A call open to anyone treats who has no session as the public.
  const signedIn: Part[] =
    as.length === 1 && open
      ? []
      : [
          [401, ["session.invalid", "session.expired", "session.denied", "session.unknownUser"]],
          [403, open ? [] : ["clientKey.notForCall", "permission.denied"]],
          [401, open && !scope ? [] : ["clientKey.over"]],
          [429, ["error.tooMany"]],
        ];
  return [
    ...signedIn,
    [403, admins ? ["totp.setUpFirst", ...(can && can !== "any admin" ? [denialOf(can)] : [])] : []],
    [403, keyed && scope ? ["clientKey.lacksScope"] : []],
    [401, proof && open ? ["otp.proofMissing"] : []],
    [403, proof ? ["otp.proofNeeded", ...(open ? [] : (["otp.proofMissing"] as const))] : []],
    [403, typeof fresh === "string" ? ["confirm.byApi", "confirm.byLogin"] : []],
    [422, typeof fresh === "string" ? ["totp.header", "totp.wrong", "totp.used"] : []],
    [429, typeof fresh === "string" ? ["totp.wait"] : []],
    [400, writes ? ["api.brokenJson"] : []],
    [422, writes ? ["api.notJson", "error.tooLarge"] : []],
    [422, file ? ["upload.interrupted", "upload.notMultipart", "upload.notTaken", "upload.tooManyFiles"] : []],
    [429, file ? ["upload.tooManyAtOnce"] : []],
    [422, ["error.tooDeep", "error.tooManyFields"]],
    [422, ours || (keyed && scope) ? ["api.unknownWord"] : []],
    [422, once ? ["error.idempotencyBody"] : []],
    [422, inputCodes(line)],
    [429, typeof limit === "string" ? [] : ["error.tooMany"]],
    [503, ["error.unavailable"]],
  ];
}

/** Values that are wrong for some field each. */
const probes: readonly unknown[] = [
  undefined,
  null,
  "",
  " ",
  "x",
  "x".repeat(20_000),
  "0",
  "-1",
  "1.5",
  "999999999999",
  "\u0000",
  true,
  -1,
  1.5,
  10 ** 12,
  {},
  [],
  [""],
  ["x"],
  Array.from({ length: 1_000 }, () => "x"),
  "2001-01-01",
];

/** The codes with which the input's schema refuses: what it says to wrong values of each field. */
function inputCodes({ input: { names, schema } }: Call): MessageKey[] {
  const keys = new Set<MessageKey>();
  for (const name of new Set(Object.values(names)))
    for (const value of probes) for (const key of refusalKeys(schema, nested(name, value))) keys.add(key);
  if (keys.size > 0) keys.add("form.incomplete");
  // Whether a moment is needed depends on the kind of time (R055).
  if (keys.has("form.timeUnread")) keys.add("form.specificTime");
  // A one-time code is refused for what became of it, to the caller that asked for it.
  if (keys.has("otp.wrong"))
    for (const key of ["otp.expired", "otp.locked", "otp.replaced", "otp.used"] as const) keys.add(key);
  return [...keys];
}

function refusalKeys(schema: z.ZodType, value: unknown): MessageKey[] {
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : Object.values(fieldErrors(parsed.error)).filter((key) => isMessageKey(key));
}

/** `address.pincode`, x → `{ address: { pincode: x } }`. */
const nested = (name: string, value: unknown): unknown =>
  name
    .split(".")
    .reverse()
    .reduce((inner, step) => ({ [step]: inner }), value);
