import { signedResource } from "#app/http/doors/page.server.ts";
import { denied } from "#modules/kernel/errors.ts";
import { receiveWhatsappReports, whatsappChallenge } from "#modules/notifications/index.ts";

/** Answers the challenge WhatsApp sends once when the webhook is set up. */
export const loader = signedResource("whatsapp-challenge", async ({ url }) => {
  const challenge = whatsappChallenge(url.searchParams);
  if (!challenge) throw denied("messages.notProven");
  return new Response(challenge, { headers: { "content-type": "text/plain; charset=utf-8" } });
});

/** WhatsApp's status webhook: proved by its signature over the raw body, answered at once. */
export const action = signedResource("whatsapp-reports", async ({ request, bytes }) => {
  await receiveWhatsappReports({
    body: await bytes(),
    signature: request.headers.get("x-hub-signature-256"),
  });
  return Response.json({ status: "ok" });
});
