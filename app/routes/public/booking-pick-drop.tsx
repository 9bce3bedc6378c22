import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { publicPage } from "#app/http/page.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Facts } from "#app/ui/detail.tsx";
import type { Handle } from "#app/ui/handle.ts";
import { useSay } from "#app/ui/say.tsx";
import { partnerOf } from "#modules/centers/index.ts";
import { missing } from "#modules/kernel/errors.ts";

export const handle = { public: true, title: "booking.pickDropTitle" } satisfies Handle;
export { ErrorBoundary } from "./booking-unknown.tsx";

/** The partner of an e-rickshaw's QR code; any other partner is booked at /booking/{qr_id} (R036). */
export const loader = publicPage({ query: z.object({ id: z.string().max(40) }) }, async (_anyone, { id }, door) => {
  const partner = await partnerOf(id);
  if (!partner) throw missing("booking.qrUnknown");
  const { qr, center, primaryService, vehicle } = partner;
  if (!(primaryService?.pickDrop && vehicle?.eRickshaw)) return door.go(`/booking/${encodeURIComponent(qr.qrId)}`);
  return { driver: center?.centerName ?? qr.name ?? qr.qrId, qrId: qr.qrId, vehicle: vehicle.vehicleType };
});

/** Whom the code belongs to, and that riding is arranged at the vehicle for now. */
export default function PickDropNotice() {
  const { driver, qrId, vehicle } = useLoaderData<typeof loader>();
  const say = useSay();
  return (
    <div className="mx-auto max-w-lg">
      <h1 className="mb-4">{say("booking.rickshaw.title", { name: driver })}</h1>
      <p className="note note-warm mb-6">{say("booking.rickshaw.body")}</p>
      <div className="card mb-6 [&>section]:mb-0">
        <Facts
          facts={[
            { label: say("booking.rickshaw.driver"), value: driver },
            { label: say("booking.vehicle"), value: vehicle },
            { label: say("booking.rickshaw.qr"), value: qrId },
          ]}
        />
      </div>
      <ButtonLink to="/booking" reload>
        {say("booking.rickshaw.other")}
      </ButtonLink>
    </div>
  );
}
