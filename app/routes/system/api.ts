import { serve } from "#app/api/serve/serve.server.ts";
import { gated } from "#app/http/doors/page.server.ts";

const limit = "Each call declares its own";

/** Every call of the API; each line of the table declares who may make it, and the table refuses to load otherwise. */
export const loader = gated({ as: "anyone", limit }, serve);
export const action = gated({ as: "anyone", limit }, serve);
