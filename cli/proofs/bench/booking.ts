import { provePhones } from "../stand/proved.ts";
import { bareInsert, lanes, makeBareTable } from "./floors.ts";
import { request } from "./line.ts";
import { crowdedPincode, dealerQr, nobodysPincode } from "./prepare-data.ts";
import { serve } from "./process.ts";
import { against, type Measure } from "./report.ts";
import type { SeededProduct } from "./seeded-product.ts";
import { type Compared, inTurns, requests } from "./window.ts";

/** How many bookings are prepared: phones with a proof that is not used yet. */
const prepared = 20_000;

type Kind = { pincode: string; qrId?: string };

/**
 * Booking: `POST center/public-ticket-booking` with all limits on, each with its own phone, proof and address, compared
 * with single-row INSERT transactions. In one case no center serves the pincode; in the other twenty do and a dealer's
 * code makes it free, so that twenty offers with their reasons, history and messages are in the same commit.
 */
export async function booking(product: SeededProduct): Promise<Measure[]> {
  await makeBareTable(product);
  const web = await serve(product);
  try {
    const measures: Measure[] = [];
    for (const [connections, rounds] of [
      [16, 5],
      [1, 3],
    ] as const) {
      const nobody = await bookings(product, { pincode: nobodysPincode });
      const twenty = await bookings(product, { pincode: crowdedPincode, qrId: dealerQr });
      const came = await inTurns(
        {
          floor: lanes(connections, bareInsert(product)),
          nobody: requests(web.origin, connections, nobody),
          twenty: requests(web.origin, connections, twenty),
        },
        { rounds, ms: 1_500 },
      );
      const wanted = connections === 16;
      measures.push(
        ratioTo(
          "booking, nobody serves",
          connections,
          came.nobody,
          came.floor,
          wanted ? { target: 0.2, aim: 0.3 } : {},
        ),
        ratioTo("booking, 20 centers matched", connections, came.twenty, came.floor, wanted ? { target: 0.12 } : {}),
      );
    }
    return measures;
  } finally {
    await web.stop();
  }
}

const ratioTo = (
  what: string,
  connections: number,
  got: Compared,
  floor: Compared,
  wanted: Pick<Measure, "target" | "aim">,
): Measure =>
  against({
    part: "booking",
    what: `${what}, ${connections} conn. / bare INSERT`,
    value: got.perSecond,
    unit: "/s",
    floor: floor.perSecond,
    better: "more",
    ...wanted,
    note: `p50 ${got.p50.toFixed(1)} ms, p99 ${got.p99.toFixed(1)} ms; floor p50 ${floor.p50.toFixed(2)} ms`,
  });

let phones = 9_100_000_000;

/** Prepared bookings as raw request bytes; throws when none are left. */
export async function bookings({ pool, serviceId }: SeededProduct, { pincode, qrId }: Kind, count = prepared) {
  const proofs = await provePhones(
    Array.from({ length: count }, () => String(phones++)),
    (text, params) => pool.query(text, params),
  );
  await pool.query("analyze otp_proofs").catch(() => {});
  const sent = proofs.map(({ phone, proof }, at) =>
    request(
      "POST",
      "/api/center/public-ticket-booking",
      // Every caller has its own address, as reported by the proxy in front of the server.
      {
        "content-type": "application/json",
        "x-forwarded-for": `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`,
      },
      JSON.stringify({
        service_provided_for: serviceId,
        specific_requirement: "It makes a noise",
        personal_details: { name: "Asha Rao", primary_phone: { country_code: "+91", mobile_number: phone } },
        address_details: {
          house_number: "12",
          locality: "Indiranagar",
          city: "Bengaluru",
          state: "Karnataka",
          pincode,
        },
        time_preference: { time_preference_type: "IMMEDIATELY" },
        offers_applied: { offer_code: "GHARSEVA2025" },
        proof,
        ...(qrId && { qr_id: qrId }),
      }),
    ),
  );
  let next = 0;
  return () => {
    const bytes = sent[next++];
    if (!bytes) throw new Error(`all ${count} prepared bookings are used up`);
    return bytes;
  };
}
