import { signedResource } from "#app/http/page.server.ts";
import { receiveMsg91Reports } from "#modules/notifications/index.ts";

/** MSG91's delivery reports: proved by the secret it was given, answered at once. */
export const action = signedResource("msg91-reports", async ({ request }) => {
  await receiveMsg91Reports({ body: await request.text(), secret: request.headers.get("x-webhook-secret") });
  return Response.json({ status: "ok" });
});
