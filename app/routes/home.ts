import { publicResource } from "#app/http/page.server.ts";

/** The root path leads to the booking (R001). */
export const loader = publicResource((_actor, _input, door) => door.go("/booking"));
