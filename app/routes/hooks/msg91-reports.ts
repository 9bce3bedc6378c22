import { signedResource } from "#app/http/doors/page.server.ts";
import { receiveMsg91Reports } from "#modules/notifications/index.ts";

/** MSG91's delivery reports: authenticated by a shared secret, answered at once. */
export const action = signedResource("msg91-reports", async ({ request, text }) => {
  await receiveMsg91Reports({ body: await text(), secret: request.headers.get("x-webhook-secret") });
  return Response.json({ status: "ok" });
});
