import { z } from "zod";
import { publicResource } from "#app/http/doors/page.server.ts";
import type { UseLimit } from "#app/http/doors/use-limit.server.ts";
import { isServed, placeOfPincode, servedPlaceCached, soonestVisit } from "#modules/centers/index.ts";
import { id, pincode } from "#modules/kernel/validation.ts";

/** People type a few pincodes; a client that tries all of them is slowed down (H25). */
const lookups: UseLimit = { name: "pincode-lookup", account: 60, network: 60 };

const Lookup = z.object({ pincode, service: id.optional() });

/**
 * Suggests city and state of a complete pincode, and says whether a center may be offered requests there, how many, and the
 * soonest free window; with a service, whether requests of that one.
 */
export const loader = publicResource({ limit: lookups, query: Lookup }, async (_anyone, { pincode, service }) => {
  const place = await placeOfPincode(pincode);
  const { centers } = await servedPlaceCached(pincode);
  const served = service ? await isServed({ pincode, serviceId: service }) : centers > 0;
  const soonest = await soonestVisit(pincode);
  return Response.json(
    { ...place, served, centers, soonest: soonest ?? null },
    { headers: { "cache-control": "public, max-age=300" } },
  );
});
