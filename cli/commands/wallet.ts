import { randomUUID } from "node:crypto";
import { adminNamed } from "#modules/access/index.ts";
import { centerNamed } from "#modules/centers/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { istDate } from "#modules/kernel/clock.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { onlyOnce } from "#modules/kernel/db/idempotency.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import { ownerNow } from "#modules/kernel/lists/owners.server.ts";
import { rupees } from "#modules/kernel/money.ts";
import {
  type Adjusted,
  type AdjustmentRow,
  adjustmentsList,
  adjustWallet,
  approveAdjustment,
  refuseAdjustment,
  requestNumbered,
  settleObjection,
  stateOf,
  withdrawAdjustment,
} from "#modules/wallet/index.ts";
import { AdjustmentRef, NewAdjustment, RefuseAdjustment, SettleObjection } from "#modules/wallet/shared.ts";
import { withDatabase } from "../embedded/database.ts";
import { house } from "../house.ts";
import { type GlobalOptions, show, UsageError } from "../run.ts";
import { table } from "../table.ts";
import { centerName } from "./centers.ts";
import { rolledBack } from "./rolled-back.ts";

/** Options of whoever moves money. */
export type Acting = GlobalOptions & { as: string; dryRun?: boolean; yes?: boolean };
type Adjusting = Acting & {
  ticket: string;
  center: string;
  type: string;
  amount: string;
  remarks: string;
  key?: string;
};

/** `wallet adjust`: a refund to a center for a request, or a penalty; large ones wait for a second admin. */
export async function adjust(options: Adjusting) {
  const done = await acting(options, async (admin) => {
    const input = NewAdjustment.parse({
      ticketId: await requestNumbered(admin, options.ticket),
      centerId: (await centerNamed(centerName(options.center))).id,
      kind: options.type,
      amount: options.amount,
      remarks: options.remarks,
    });
    return { act: () => adjustWallet(admin, input), input };
  });
  const { state, kind, amountPaise } = done.result;
  const what = `${kind} of ${rupees(amountPaise)}`;
  const how = state === "WAITING" ? "waits for a second admin; nothing has been moved" : "processed";
  tellDone(done, options, `${what}: ${how} (${done.result.id})`);
}

/** `wallet approve <id>`: approves another admin's refund or penalty; the money moves. */
export const approve = (options: Acting, id: string) =>
  decide(options, AdjustmentRef.parse({ adjustmentId: id }), approveAdjustment, "approved");

/** `wallet refuse <id>`: refuses another admin's refund or penalty; nothing moves. */
export const refuse = (options: Acting & { remarks: string }, id: string) =>
  decide(
    options,
    RefuseAdjustment.parse({ adjustmentId: id, remarks: options.remarks }),
    refuseAdjustment,
    "refused; nothing was moved",
  );

/** `wallet withdraw <id>`: takes one's own back while it waits. */
export const withdraw = (options: Acting, id: string) =>
  decide(options, AdjustmentRef.parse({ adjustmentId: id }), withdrawAdjustment, "withdrawn; nothing was moved");

/** `wallet settle <id>`: decides on a center's objection to a penalty. */
export const settle = (options: Acting & { verdict: string; remarks: string }, id: string) =>
  decide(
    options,
    SettleObjection.parse({ adjustmentId: id, verdict: options.verdict, remarks: options.remarks }),
    settleObjection,
    options.verdict === "RETURNED" ? "the penalty was returned" : "the penalty stands",
  );

const mostListed = 500;

/** `wallet list`: refunds and penalties, newest first; by default those that wait for a decision. */
export async function list(options: Acting & { all?: boolean; take: number }) {
  if (options.take < 1 || options.take > mostListed) throw new UsageError(`--take is 1 to ${mostListed}`);
  const { rows } = await withDatabase(async () =>
    adjustmentsList.page(await adminOf(options), {
      ...(options.all ? {} : { shown: "toDecide" }),
      take: options.take,
    }),
  );
  show(rows, rows.length > 0 ? listed(rows, options) : "Nothing waits for a decision.", options);
}

async function decide<Input>(
  options: Acting,
  input: Input,
  verb: (actor: Actor, input: Input) => Promise<Adjusted>,
  words: string,
) {
  const done = await acting(options, async (admin) => ({ act: () => verb(admin, input), input }));
  const { kind, amountPaise, id } = done.result;
  tellDone(done, options, `${kind} of ${rupees(amountPaise)}: ${words} (${id})`);
}

type Planned = { act: () => Promise<Adjusted>; input: unknown };
type Done = { result: Adjusted; happened: boolean };

/**
 * Acts as the named admin with their current rights. With --dry-run, and until --yes is said, everything is checked and
 * rolled back. The audit row says that it was done from the command line.
 */
export async function acting(
  options: Acting & { key?: string },
  plan: (admin: Actor) => Promise<Planned>,
): Promise<Done> {
  return withDatabase(async () => {
    const admin = await adminOf(options);
    const { act, input } = await plan(admin);
    if (options.dryRun || !options.yes) return { result: await rolledBack(act), happened: false };
    const { body } = await onlyOnce(
      { caller: `cli:${admin.adminId}`, key: options.key ?? randomUUID(), request: JSON.stringify(input) },
      {
        run: async (effect) => ({ status: 200, body: await effect(() => transaction(() => audited(admin, act))) }),
        keep: (result) => ({ reply: { status: 200, body: result } }),
      },
    );
    return { result: body as Adjusted, happened: true };
  });
}

async function audited({ adminId }: { adminId: string }, act: () => Promise<Adjusted>) {
  const result = await act();
  const data = { adjustmentId: result.id, state: result.state };
  await record(house(), { subject: "admin", id: adminId, event: "admin.movedMoney", data });
  return result;
}

/** Says what was done, or would be. */
export function tellDone({ result, happened }: Done, options: Acting, words: string) {
  if (happened) return show({ done: result }, words, options);
  if (!options.dryRun) throw new UsageError(`This would be: ${words}\nSay --yes to do it.`);
  show({ wouldDo: { ...result, id: undefined } }, `would be: ${words.replace(/ \([\w-]+\)$/, "")}`, options);
}

/** The admin who is named on the command line, with their current rights. */
export async function adminOf({ as }: { as: string }) {
  const named = await adminNamed(as);
  if (!named) throw missing("admin.notFound");
  const actor = await ownerNow({ subject: "admin", id: named.id });
  if (actor.kind !== "admin") throw missing("admin.notFound");
  return actor;
}

const listed = (rows: AdjustmentRow[], options: GlobalOptions) =>
  table(
    ["made", "state", "type", "amount", "request", "center", "asked by", "id"],
    rows.map((row) => [
      istDate(row.createdAt),
      stateOf(row),
      row.kind,
      rupees(row.amountPaise),
      row.ticket?.number ?? "-",
      row.owner.name,
      row.author,
      row.id,
    ]),
    options,
  );
