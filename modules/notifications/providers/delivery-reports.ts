import { createHmac } from "node:crypto";
import { z } from "zod";
import { sameSecret } from "#modules/kernel/crypto.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { outsideText } from "#modules/kernel/outside/outside-text.ts";

/** The outcome a provider reports for a message it accepted. */
type Reported = { channel: "sms" | "whatsapp"; providerId: string; outcome: "delivered" | "failed"; reason: string };

/** More than any provider puts into one request. */
const mostReports = 1000;

/** Whether the sender sent the secret configured at MSG91; false for every sender when none is configured. */
export const msg91SecretHolds = (secret: string | null) =>
  env.msg91WebhookSecret !== "" && sameSecret(secret ?? "", env.msg91WebhookSecret);

const text = z.union([z.string(), z.number()]).transform(String).pipe(outsideText);
const One = z.looseObject({ requestId: text, status: text });
const Batch = z.object({ requestId: text, report: z.array(z.looseObject({ status: text })).max(mostReports) });

/**
 * Parse MSG91's delivery reports in both of its formats: one message as JSON, or a form whose `data` is a list of
 * requests. Undefined for anything else. States other than delivered and failed are left out.
 */
export function readMsg91Reports(body: string): Reported[] | undefined {
  const parsedBody = parsed(body) ?? parsed(new URLSearchParams(body).get("data") ?? "");
  const inside = z.object({ data: z.string() }).safeParse(parsedBody);
  const list = z
    .array(z.unknown())
    .max(mostReports)
    .safeParse(listOf(inside.success ? parsed(inside.data.data) : parsedBody));
  if (!list.success) return undefined;
  const reports = list.data.map((entry) => {
    const batch = Batch.safeParse(entry);
    if (batch.success) return batch.data.report.map(({ status }) => ({ requestId: batch.data.requestId, status }));
    const one = One.safeParse(entry);
    return one.success ? [one.data] : undefined;
  });
  if (reports.some((report) => !report)) return undefined;
  return reports.flat().flatMap((report) => {
    const outcome = msg91Outcome(report!.status);
    return outcome
      ? [{ channel: "sms", providerId: report!.requestId, outcome, reason: report!.status.slice(0, 20) }]
      : [];
  });
}

const listOf = (value: unknown) => (Array.isArray(value) ? value : value === undefined ? undefined : [value]);

/** Status codes: 1 delivered; 2 failed; 9, 17 blocked; 16, 25, 26 rejected. */
function msg91Outcome(status: string): Reported["outcome"] | undefined {
  if (status === "1" || /^delivered$/i.test(status)) return "delivered";
  return /^(2|9|16|17|25|26)$/.test(status) || /^(failed|rejected|blocked|undelivered)$/i.test(status)
    ? "failed"
    : undefined;
}

/** Whether a WhatsApp webhook is signed over its raw body with our app's secret; false when none is configured. */
export const whatsappSignatureHolds = (body: Uint8Array, signature: string | null) =>
  env.whatsappAppSecret !== "" && sameSecret(signature ?? "", whatsappSignature(body));

/** `sha256=` and the HMAC of the raw body with the app's secret, hex. */
export const whatsappSignature = (body: Uint8Array | string) =>
  `sha256=${createHmac("sha256", env.whatsappAppSecret).update(body).digest("hex")}`;

/** The challenge to echo when WhatsApp verifies the webhook's address; undefined for any other caller. */
export function whatsappChallenge(query: URLSearchParams): string | undefined {
  const known = env.whatsappVerifyToken !== "" && query.get("hub.mode") === "subscribe";
  if (!known || !sameSecret(query.get("hub.verify_token") ?? "", env.whatsappVerifyToken)) return undefined;
  const challenge = query.get("hub.challenge") ?? "";
  return /^[\w-]{1,100}$/.test(challenge) ? challenge : undefined;
}

const Status = z.looseObject({
  id: outsideText,
  status: outsideText,
  errors: z.array(z.looseObject({ code: text })).optional(),
});
const Webhook = z.object({
  object: z.literal("whatsapp_business_account"),
  entry: z
    .array(
      z.looseObject({
        changes: z.array(z.looseObject({ value: z.looseObject({ statuses: z.array(Status).optional() }) })),
      }),
    )
    .max(mostReports),
});

/** Parse the reports of a WhatsApp webhook: "read" counts as delivered; "sent" is left out. */
export function readWhatsappReports(body: string): Reported[] | undefined {
  const webhook = Webhook.safeParse(parsed(body));
  if (!webhook.success) return undefined;
  const statuses = webhook.data.entry.flatMap(({ changes }) => changes.flatMap(({ value }) => value.statuses ?? []));
  return statuses.flatMap(({ id, status, errors }) => {
    if (status !== "delivered" && status !== "read" && status !== "failed") return [];
    const outcome = status === "failed" ? "failed" : "delivered";
    return [{ channel: "whatsapp", providerId: id, outcome, reason: (errors?.[0]?.code ?? "").slice(0, 20) }];
  });
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
