import { denialOf } from "#modules/kernel/actor.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import type { Call } from "../line/call.server.ts";

/*
 * The codes a call refuses with, by status: those that follow from what its line declares (who may, what they need, its
 * limit, proof and idempotency), and those it declares for its input and its verb.
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
  for (const [status, keys] of [...implied(line, writes), ...declared(line)]) {
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

const declared = ({ refuses }: Call): Part[] =>
  Object.entries(refuses).map(([status, keys]) => [Number(status), keys ?? []]);

function implied(line: Call, writes: boolean): Part[] {
  const { as, can, scope, own, limit, once, proof, fresh, file, input } = line;
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
    [422, own || (keyed && scope) ? ["api.unknownWord"] : []],
    [422, once ? ["error.idempotencyBody"] : []],
    [422, input.refusals.length > 0 ? ["form.incomplete", ...input.refusals] : []],
    [429, typeof limit === "string" ? [] : ["error.tooMany"]],
    [503, ["error.unavailable"]],
  ];
}
