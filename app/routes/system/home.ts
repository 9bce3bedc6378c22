import { publicResource } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";

/** The root path redirects to the booking (R001). */
export const loader = publicResource({ limit: reads.leads }, (_actor, _input, door) => door.go("/booking"));
