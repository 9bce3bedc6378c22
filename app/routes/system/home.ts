import { publicResource } from "#app/http/doors/page.server.ts";

/** The root path redirects to the booking (R001). */
export const loader = publicResource((_actor, _input, door) => door.go("/booking"));
