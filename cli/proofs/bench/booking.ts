import { randomUUID } from "node:crypto";
import { hashToken, randomToken } from "#modules/kernel/crypto.server.ts";
import { bareInsert, lanes, makeBareTable } from "./floors.ts";
import type { House } from "./house.ts";
import { request } from "./line.ts";
import { crowdedPincode, dealerQr, nobodysPincode } from "./prepare-house.ts";
import { serve } from "./process.ts";
import { against, type Measure } from "./report.ts";
import { type Compared, inTurns, requests } from "./window.ts";

/** How many bookings are ready to be sent: phones that proved themselves and have not booked. */
const prepared = 20_000;

type Kind = { pincode: string; qrId?: string };

/**
 * Booking: `POST center/public-ticket-booking` with all limits on, each with a phone, a proof and an address of its
 * own, against single-row INSERT transactions. Without candidates nobody serves the pincode; with twenty, a dealer's
 * code makes it free, so that twenty offers with their reasons, history and messages are in the same commit.
 */
export async function booking(house: House): Promise<Measure[]> {
  await makeBareTable(house);
  const web = await serve(house);
  try {
    const measures: Measure[] = [];
    for (const [connections, rounds] of [
      [16, 5],
      [1, 3],
    ] as const) {
      const nobody = await bookings(house, { pincode: nobodysPincode });
      const twenty = await bookings(house, { pincode: crowdedPincode, qrId: dealerQr });
      const came = await inTurns(
        {
          floor: lanes(connections, bareInsert(house)),
          nobody: requests(web.origin, connections, nobody),
          twenty: requests(web.origin, connections, twenty),
        },
        { rounds, ms: 1_500 },
      );
      const wanted = connections === 16;
      measures.push(
        told("booking, nobody serves", connections, came.nobody, came.floor, wanted ? { target: 0.2, aim: 0.3 } : {}),
        told("booking, 20 centers matched", connections, came.twenty, came.floor, wanted ? { target: 0.12 } : {}),
      );
    }
    return measures;
  } finally {
    await web.stop();
  }
}

const told = (
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

/** Bookings ready to be sent, as the bytes of the wire; throws when they are used up. */
export async function bookings({ pool, serviceId }: House, { pincode, qrId }: Kind, count = prepared) {
  const proofs = Array.from({ length: count }, () => ({ phone: String(phones++), proof: randomToken() }));
  await pool.query(
    `insert into otp_proofs (id, token_hash, phone, purpose, address, created_at, expires_at)
     select id, token_hash, phone, 'booking', '127.0.0.1', now(), now() + interval '15 minutes'
       from unnest($1::uuid[], $2::text[], $3::text[]) as proved (id, token_hash, phone)`,
    [proofs.map(() => randomUUID()), proofs.map(({ proof }) => hashToken(proof)), proofs.map(({ phone }) => phone)],
  );
  await pool.query("analyze otp_proofs").catch(() => {});
  const sent = proofs.map(({ phone, proof }, at) =>
    request(
      "POST",
      "/api/center/public-ticket-booking",
      // Everybody calls from an address of their own, as the proxy before the server tells it.
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
