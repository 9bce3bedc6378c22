import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { publicActions, publicPage } from "#app/http/doors/page.server.ts";
import { formLimit, reads } from "#app/http/doors/use-limit.server.ts";
import { pathOfRide } from "#app/parts/tickets/booking-paths.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { text } from "#modules/kernel/validation.ts";
import { bookRide, confirmRide } from "#modules/tickets/index.ts";
import { BookRide, ticketReference } from "#modules/tickets/shared.ts";
import { RideDoneStep, RidePayStep } from "./ride-after.tsx";
import { RideFormStep } from "./ride-form.tsx";
import {
  driverHere,
  type RideDone,
  type RideForm,
  type RidePay,
  RideQuery,
  rideForm,
  rideView,
} from "./view.server.ts";

export const handle = { public: true, title: "ride.title" } satisfies Handle;

/** /bookingPickDrop/{qr_id}: the form at an e-rickshaw, and with `?ride=` the state of a ride booked there. */
export const loader = publicPage(
  { limit: reads.page, query: RideQuery },
  (anyone, query, door): Promise<RideForm | RidePay | RideDone> =>
    query.ride ? rideView(anyone, query, door) : rideForm(query, door),
);

export const action = publicActions({
  ride: {
    limit: formLimit,
    input: BookRide.extend({ id: text(40) }),
    once: "in its transaction",
    run: async (anyone, { id, ...input }, door) => {
      const { centerId } = await driverHere(id, door);
      const { ride } = await bookRide(anyone, { ...input, centerId });
      return door.go(pathOfRide("paid", { publicId: ride.publicId, qrId: id }));
    },
  },
  check: {
    limit: formLimit,
    input: z.object({ id: text(40), ride: ticketReference }),
    unkeyed: "It asks what became of a payment, and comes to the same however often",
    run: async (anyone, { id, ride: rideId }, door) => {
      const { state } = await confirmRide(anyone, { rideId });
      return door.go(pathOfRide(state, { publicId: rideId, qrId: id }));
    },
  },
});

export default function BookingPickDrop() {
  const view = useLoaderData<typeof loader>();
  switch (view.step) {
    case "form":
      return <RideFormStep view={view} />;
    case "pay":
      return <RidePayStep view={view} />;
    case "done":
      return <RideDoneStep view={view} />;
  }
}

export { ErrorBoundary } from "#app/parts/tickets/booking-unknown.tsx";
