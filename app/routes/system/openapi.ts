import { openApi } from "#app/api/serve/openapi.ts";
import { publicResource } from "#app/http/doors/page.server.ts";
import { env } from "#modules/kernel/env.server.ts";

/** The OpenAPI 3.1 document of the API. */
export const loader = publicResource(() => Response.json(openApi(env.productName, env.publicUrl)));
