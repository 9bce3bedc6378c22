import { sql } from "kysely";
import { action, loader } from "#app/routes/public/booking/route.tsx";
import { rows } from "#modules/kernel/db/db.server.ts";
import { aCenter, anAddress, aPhone, aPincode, aService } from "#modules/testing/factories.ts";

/* A browser on the booking's pages, for tests that call loader and action. */

export type Jar = Map<string, string>;
export type Refusal = {
  problem?: string;
  errors?: Record<string, string>;
  values?: Record<string, string>;
  intent?: string;
};
export type Answer = {
  status: number;
  to: string | null;
  data: Refusal & Record<string, unknown>;
  stored: string | null;
};

export const cookiesOf = (jar: Jar) => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");

const plain = ({ status, headers }: Response) => ({ status, headers });

/** The data of a loader's or action's answer, with status and headers. */
function parts(answer: unknown) {
  const { data, init } = answer as { data: Answer["data"]; init: { status?: number; headers: Headers } };
  return { status: init.status ?? 200, headers: init.headers, data };
}

/** The one page's own mark in an address, and the address without it. */
const onOnePage = (query: string) => (query ? `${query}&form=one` : "?form=one");
const withoutForm = (to: string | null) => to?.replace("form=one&", "").replace(/[?&]form=one$/, "") ?? null;

/** A browser on the booking page, on its one-page form unless it is on the `short` ones: it keeps its cookies and does not follow redirects by itself. */
export function aBrowser({ id, short = false }: { id?: string; short?: boolean } = {}) {
  const jar: Jar = new Map();
  const address = anAddress();
  const args = (query: string, init?: RequestInit) => ({
    request: new Request(`http://localhost/booking${id ? `/${id}` : ""}${short ? query : onOnePage(query)}`, {
      ...init,
      headers: { cookie: cookiesOf(jar) },
    }),
    params: id ? { id } : {},
    context: { address },
  });
  async function answerOf(answering: Promise<unknown>): Promise<Answer> {
    const answer = await answering.catch((thrown: unknown) => thrown);
    if (answer instanceof Error) throw answer;
    const { status, headers, data } = answer instanceof Response ? { ...plain(answer), data: {} } : parts(answer);
    for (const cookie of headers.getSetCookie()) {
      const [, name = "", value = ""] = /^(\w+)=([^;]*)/.exec(cookie) ?? [];
      if (value) jar.set(name, value);
      else jar.delete(name);
    }
    return { status, to: withoutForm(headers.get("location")), data, stored: headers.get("cache-control") };
  }
  const send = (intent: string, fields: Record<string, string>, query = "") =>
    answerOf(
      action(args(query, { method: "POST", body: new URLSearchParams({ intent, ...fields }) })) as Promise<unknown>,
    );
  return { jar, send, open: (query = "") => answerOf(loader(args(query)) as Promise<unknown>) };
}

export type Browser = ReturnType<typeof aBrowser>;

/** A service that one center offers in a pincode, and the fields of a booking there. */
export async function aBookingInput({ pickDrop = false } = {}) {
  const service = await aService({ pickDrop });
  const pincode = aPincode();
  const center = await aCenter({ services: [service], pincodes: [pincode] });
  const fields: Record<string, string> = {
    serviceId: service.id,
    name: "Meera Nair",
    phone: aPhone(),
    houseNumber: "12",
    locality: "Indiranagar",
    city: "Bengaluru",
    state: "Karnataka",
    pincode,
    requirement: "Not cooling",
    "timePreference.type": "IMMEDIATELY",
    offerCode: "GHARSEVA2025",
  };
  return { service, center, fields };
}

/** Reads a code from the sealed message, because codes are stored hashed. */
export async function codeOf(phone: string, purpose = "booking"): Promise<string> {
  const { unseal } = await import("#modules/kernel/crypto.server.ts");
  const jobs = await rows<{ sealed: string }>(
    sql`select data->>'sealed' as sealed from pgboss.job where data->>'purpose' = ${purpose} order by created_on desc, id desc`,
  );
  const codes = jobs.map(({ sealed }) => JSON.parse(unseal(sealed)) as { phone: string; code: string });
  return codes.find((sent) => sent.phone === phone)!.code;
}
