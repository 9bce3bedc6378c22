import { openApi } from "#app/api/serve/openapi.ts";
import { publicResource } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import { DocumentAnswer, madeOnce } from "#app/http/process/made-once.ts";
import { env } from "#modules/kernel/env.server.ts";

const document = madeOnce(() => JSON.stringify(openApi(env.productName, env.publicUrl)));

/** The OpenAPI 3.1 document of the API. */
export const loader = publicResource(
  { limit: reads.once },
  async () => new DocumentAnswer(await document("all"), { type: "application/json", seconds: 600 }),
);
