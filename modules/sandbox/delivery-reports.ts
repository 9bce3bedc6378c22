import { setTimeout as pause } from "node:timers/promises";
import { env } from "#modules/kernel/env.server.ts";
import { log } from "#modules/kernel/log.server.ts";
import { whatsappSignature } from "#modules/notifications/providers/delivery-reports.ts";
import { tenDigits } from "#modules/notifications/providers/recipients.ts";

type Channel = "sms" | "whatsapp";
type Due = { id: string; to: string };

/** Unreachable phones of the sandbox: 60000001xx by WhatsApp, 60000002xx by SMS. */
const unreachable: Record<Channel, RegExp> = { whatsapp: /^60000001\d\d$/, sms: /^60000002\d\d$/ };

/** Reports are collected for this long and sent together, as the providers do. */
const collectMs = 300;
/** Pauses before the second and third delivery when the answer was not 2xx. */
const pausesMs = [500, 3_000];

const due: Record<Channel, Due[]> = { sms: [], whatsapp: [] };
const underway = new Set<Promise<void>>();
let abandoning = new AbortController();

/** Send the delivery report of an accepted message shortly, in the background, like the provider. */
export function reportSoon(channel: Channel, id: string, to: string) {
  due[channel].push({ id, to: tenDigits(to) });
  if (due[channel].length > 1) return;
  const delivery = flush(channel).finally(() => underway.delete(delivery));
  underway.add(delivery);
}

/** Wait until every report so far was accepted or given up (tests). */
export const reportsSettled = async () => void (await Promise.all(underway));

/** Drop pending reports, so that none reaches the next test (tests). */
export async function abandonReports() {
  abandoning.abort();
  await reportsSettled();
  abandoning = new AbortController();
}

async function flush(channel: Channel) {
  // Unreferenced, so that a pending report does not keep a finished process alive.
  const wait = (ms: number) => pause(ms, undefined, { ref: false, signal: abandoning.signal }).catch(() => {});
  await wait(collectMs);
  const batch = due[channel].splice(0);
  if (abandoning.signal.aborted) return;
  const { path, headers, body } = channel === "sms" ? ofMsg91(batch) : ofWhatsapp(batch);
  for (const ms of [0, ...pausesMs]) {
    if (ms > 0) await wait(ms);
    if (abandoning.signal.aborted || (await taken(path, headers, body))) return;
  }
  log.warn({ channel }, "sandbox delivery reports given up");
}

async function taken(path: string, headers: Record<string, string>, body: string) {
  try {
    const signal = AbortSignal.timeout(5_000);
    const answer = await fetch(`${env.sandboxOrigin}${path}`, { method: "POST", headers, body, signal });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

/** MSG91's report: a form whose `data` is a list of requests, each with its numbers. */
function ofMsg91(reports: Due[]) {
  const data = reports.map(({ id, to }) => {
    const [status, desc] = unreachable.sms.test(to) ? ["2", "FAILED"] : ["1", "DELIVERED"];
    return { requestId: id, report: [{ number: `91${to}`, status, desc }] };
  });
  return {
    path: "/webhooks/msg91",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-webhook-secret": env.msg91WebhookSecret,
    },
    body: new URLSearchParams({ data: JSON.stringify(data) }).toString(),
  };
}

/** WhatsApp's webhook: the status "sent" first, then the outcome. */
function ofWhatsapp(reports: Due[]) {
  const statuses = reports.flatMap(({ id, to }) => [
    { id, status: "sent", recipient_id: `91${to}` },
    unreachable.whatsapp.test(to)
      ? { id, status: "failed", recipient_id: `91${to}`, errors: [{ code: 131_026, title: "Message undeliverable" }] }
      : { id, status: "delivered", recipient_id: `91${to}` },
  ]);
  const value = { messaging_product: "whatsapp", metadata: { phone_number_id: env.whatsappPhoneId }, statuses };
  const body = JSON.stringify({
    object: "whatsapp_business_account",
    entry: [{ id: "0", changes: [{ field: "messages", value }] }],
  });
  return {
    path: "/webhooks/whatsapp",
    headers: { "content-type": "application/json", "x-hub-signature-256": whatsappSignature(body) },
    body,
  };
}
