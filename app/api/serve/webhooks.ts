import { say } from "#modules/messages/index.ts";
import { webhookGuide } from "#modules/notifications/index.ts";
import { uploadEvent, type WebhookEvent } from "#modules/notifications/shared.ts";

const means: Record<string, string> = {
  "webhook-id": "The same in every try: remember the ids you have taken",
  "webhook-timestamp": "When this try was sent, in seconds; refuse what is more than five minutes old",
  "webhook-signature":
    "`v1,` and the Base64 of the HMAC-SHA256 over `id.timestamp.body` with the secret's bytes, as Standard Webhooks says; while a secret is renewed two of them, separated by a space: one that fits is enough",
};

/** The `webhooks` of the OpenAPI document: what a client's own system is sent. */
export function documentedWebhooks() {
  const { events, test, headers, figures } = webhookGuide();
  const parameters = Object.entries(headers).flatMap(([name, example]) =>
    means[name]
      ? [{ name, in: "header", required: true, schema: { type: "string" }, example, description: means[name] }]
      : [],
  );
  const operation = (summary: string, schema: string, example: string) => ({
    summary,
    parameters,
    requestBody: {
      required: true,
      content: {
        "application/json": { schema: { $ref: `#/components/schemas/${schema}` }, example: JSON.parse(example) },
      },
    },
    responses: {
      "2XX": { description: `Taken, if it comes within ${figures.answerSeconds} seconds` },
      default: { description: `Not taken: it is sent again for ${figures.tryHours} hours` },
    },
  });
  return Object.fromEntries([
    ...events.map(({ event, example }) => [
      event,
      {
        post: operation(say(`webhook.event.${event}`), event === uploadEvent ? "UploadEvent" : "RequestEvent", example),
      },
    ]),
    [test.event, { post: operation(say(`webhook.event.${test.event}`), "TestEvent", test.example) }],
  ]) as Record<WebhookEvent | typeof test.event, { post: ReturnType<typeof operation> }>;
}
