import { signedResource } from "#app/http/page.server.ts";
import { denied } from "#modules/kernel/errors.ts";
import { whatsappChallenge } from "#modules/kernel/gateways/delivery-reports.ts";
import { receiveWhatsappReports } from "#modules/notifications/index.ts";

/** Once, when the webhook is set up, WhatsApp asks for its challenge back. */
export const loader = signedResource("whatsapp-challenge", async ({ url }) => {
  const challenge = whatsappChallenge(url.searchParams);
  if (!challenge) throw denied("messages.notProven");
  return new Response(challenge, { headers: { "content-type": "text/plain; charset=utf-8" } });
});

/** WhatsApp's status webhook: proved by its signature over the raw body, answered at once. */
export const action = signedResource("whatsapp-reports", async ({ request }) => {
  await receiveWhatsappReports({
    body: new Uint8Array(await request.arrayBuffer()),
    signature: request.headers.get("x-hub-signature-256"),
  });
  return Response.json({ status: "ok" });
});
