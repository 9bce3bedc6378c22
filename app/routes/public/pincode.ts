import { z } from "zod";
import { publicResource } from "#app/http/doors/page.server.ts";
import { networkOf } from "#modules/access/index.ts";
import { placeOfPincode } from "#modules/centers/index.ts";
import { countUse } from "#modules/kernel/db/limits.server.ts";
import { pincode } from "#modules/kernel/validation.ts";

/** People type a few pincodes; a client that tries all of them is slowed down (H25). */
const lookups = { name: "pincode-lookup", points: 60, seconds: 60, onFailure: "open" } as const;

/** Suggests city and state of a pincode while people type. */
export const loader = publicResource({ query: z.object({ pincode }) }, async (_anyone, input, { address }) => {
  await countUse(lookups, networkOf(address));
  return Response.json(await placeOfPincode(input.pincode), { headers: { "cache-control": "public, max-age=86400" } });
});
