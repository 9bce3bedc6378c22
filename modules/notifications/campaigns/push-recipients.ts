import { sql } from "kysely";
import { fromNow, minute, now, second } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { log } from "#modules/kernel/log.server.ts";
import { sendPushText } from "../providers/push.server.ts";
import { sendWebPushText } from "../providers/web-push.server.ts";
import { isRefusal } from "../tell/deliver.ts";
import { type AppDevice, devicesOf, forgetDevice } from "../tell/devices.ts";
import { browsersOf, forgetBrowser } from "../tell/subscriptions.ts";

/** How many recipients are claimed at once, and pushed to at the same time. */
const claimAtOnce = 40;
const atOnce = 8;
/** A claim lasts longer than a push service may take for all of them; what was cut off is then taken again. */
const claimMs = 2 * minute;
/** How often a recipient is tried while the push service does not answer. */
const mostTries = 6;
/** What a push shows of a description. */
const longestBody = 240;

export type PushText = { title: string; description: string };
type Kind = "consumer" | "technician" | "center";
/** The page a push opens; technicians have an app of their own. */
const inboxOf: Record<Kind, string> = { center: "/inbox", consumer: "/my-notifications", technician: "/" };
type Claimed = { accountId: string; kind: Kind; tries: number };
type Fate = { push: "sent" | "failed" | "waiting"; reason: string | null };

/**
 * Push to the next recipients of a sending that are due; returns how many were tried. A recipient is claimed before
 * anything is sent, so two runs never push to the same one. All pushes of a sending have one tag: should a run die between
 * a push and its note, the device shows the second one in the place of the first.
 */
export async function pushSome(sendId: string, text: PushText): Promise<number> {
  const lease = fromNow(claimMs);
  const claimed = await rows<Claimed>(
    sql`update notification_recipients r set push = 'sending', tries = r.tries + 1, due_at = ${lease} from (
       select p.account_id from notification_recipients p
         join notification_sends s on s.id = p.send_id and s.status = 'running'
        where p.send_id = ${sendId} and p.push in ('waiting', 'sending') and p.due_at <= ${now()}
        order by p.due_at limit ${sql.lit(claimAtOnce)} for update of p skip locked) due
      where r.send_id = ${sendId} and r.account_id = due.account_id
     returning r.account_id as "accountId", r.account_kind as kind, r.tries`,
  );
  if (claimed.length === 0) return 0;
  const devices = await devicesOf(claimed.map(({ accountId }) => accountId));
  const waiting = [...claimed];
  const fates = new Map<string, Fate & { due: Date }>();
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const fate = await pushTo(sendId, next, devices.get(next.accountId) ?? [], text);
      fates.set(next.accountId, { ...fate, due: fromNow(30 * second * 2 ** (next.tries - 1)) });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  await settle(sendId, lease, fates);
  return claimed.length;
}

/** Push to each device of one recipient; a retry skips the devices that were reached. */
async function pushTo(
  sendId: string,
  { accountId, kind, tries }: Claimed,
  apps: AppDevice[],
  text: PushText,
): Promise<Fate> {
  const shown = { title: text.title, body: short(text.description) };
  const options = { path: inboxOf[kind], tag: `n-${sendId.slice(-12)}` };
  let reached = false;
  let unanswered = false;
  let reason = "gone";
  const attempt = async (push: () => Promise<{ status: "sent" | "gone" | "held" }>, forget: () => Promise<unknown>) => {
    try {
      const { status } = await push();
      if (status === "sent") reached = true;
      else reason = status;
      if (status === "gone") await forget();
    } catch (error) {
      if (isRefusal(error)) reason = `${error.status} ${error.code}`.slice(0, 60);
      else unanswered = true;
      if (!isRefusal(error) && !(error instanceof DomainError)) log.warn({ err: error, sendId }, "push failed");
    }
  };
  for (const device of apps)
    await attempt(
      () => sendPushText(device, shown, options),
      () => forgetDevice(device.id),
    );
  if (kind === "center")
    for (const { id, subscription } of await browsersOf(accountId))
      await attempt(
        () => sendWebPushText(subscription, shown, options),
        () => forgetBrowser(id),
      );
  if (reached) return { push: "sent", reason: null };
  if (unanswered) return { push: tries < mostTries ? "waiting" : "failed", reason: "no answer" };
  return { push: "failed", reason };
}

/** Note what became of the claimed ones, and count it in the sending; one whose claim ran out was taken by another run. */
const settle = (sendId: string, lease: Date, fates: ReadonlyMap<string, Fate & { due: Date }>) =>
  transaction(async () => {
    const each = [...fates];
    const noted = await rows<{ push: string }>(
      sql`update notification_recipients r set push = f.push, reason = f.reason,
              due_at = case when f.push = 'waiting' then f.due else r.due_at end
         from unnest(${each.map(([id]) => id)}::uuid[], ${each.map(([, { push }]) => push)}::text[], ${each.map(([, { reason }]) => reason)}::text[], ${each.map(([, { due }]) => due)}::timestamptz[]) as f (account_id, push, reason, due)
        where r.send_id = ${sendId} and r.account_id = f.account_id and r.push = 'sending' and r.due_at = ${lease}
       returning r.push`,
    );
    const count = (push: string) => noted.filter((one) => one.push === push).length;
    await rows(
      sql`update notification_sends set sent = sent + ${count("sent")}, failed = failed + ${count("failed")}, worked_at = ${now()} where id = ${sendId}`,
    );
  });

/** When the next recipient is due; undefined when all are done. */
export async function nextDue(sendId: string): Promise<Date | undefined> {
  const earliest = await row<{ due: Date | null }>(
    sql`select min(due_at) as due from notification_recipients where send_id = ${sendId} and push in ('waiting', 'sending')`,
  );
  return earliest?.due ?? undefined;
}

const short = (text: string) => {
  const line = text.replace(/\s+/g, " ");
  return line.length > longestBody ? `${[...line].slice(0, longestBody - 1).join("")}…` : line;
};
