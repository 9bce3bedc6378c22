import { z } from "zod";
import { publicResource } from "#app/http/doors/page.server.ts";
import type { UseLimit } from "#app/http/doors/use-limit.server.ts";
import { placeOfPincode } from "#modules/centers/index.ts";
import { pincode } from "#modules/kernel/validation.ts";

/** People type a few pincodes; a client that tries all of them is slowed down (H25). */
const lookups: UseLimit = { name: "pincode-lookup", account: 60, network: 60 };

/** Suggests city and state of a pincode while people type. */
export const loader = publicResource({ limit: lookups, query: z.object({ pincode }) }, async (_anyone, input) =>
  Response.json(await placeOfPincode(input.pincode), { headers: { "cache-control": "public, max-age=86400" } }),
);
