import type { z } from "zod";
import { none } from "#app/http/doors/fresh.server.ts";
import { adminActions } from "#app/http/doors/page.server.ts";
import { formLimit, lookupLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import type { FormValue } from "#app/http/request/form.server.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { conflict } from "#modules/kernel/errors.ts";
import { createRequest, knownBefore, twinsOf, updateRequest } from "#modules/tickets/index.ts";
import { ClientRequestForm, KnownBefore, RequestForm, UpdateRequestForm } from "#modules/tickets/shared.ts";

type Admin = ActorOf<"admin">;

/** What is known of a typed phone; phone and service come back, so that a late answer is not taken for a newer one. */
const look = async (admin: Admin, input: KnownBefore) => ({ ...input, ...(await knownBefore(admin, input)) });
export type Known = Awaited<ReturnType<typeof look>>;

/** Without JavaScript: fills the last address of the typed phone into the form, which is then shown again. */
async function fill(admin: Admin, fields: Map<string, FormValue[]>) {
  const phone = KnownBefore.shape.phone.safeParse(fields.get("phone")?.at(-1));
  const { address } = phone.success ? await knownBefore(admin, { phone: phone.data }) : { address: null };
  for (const [name, value] of Object.entries(address?.fields ?? {})) fields.set(name, [value ?? ""]);
}

const looking = {
  fresh: none("It only reads"),
  can: "add_ticket",
  limit: lookupLimit,
  input: KnownBefore,
  run: look,
  unkeyed: "It only reads",
} as const;

/** What both forms do with a typed phone. */
const lookups = { look: looking, fill: { ...looking, prepare: fill } };

/** Creates a request; one for the same phone and service is shown first, and never refused. */
const createAt =
  (formAt: string) =>
  async (admin: Admin, { another, ...fields }: z.output<typeof ClientRequestForm>, door: Door) => {
    const [twin] = another ? [] : await twinsOf(admin, fields);
    if (twin) throw conflict("request.twin", { number: twin.number });
    const { id } = await createRequest(admin, fields);
    door.toast("ticket.created");
    return door.go(`${formAt}?created=${id}`);
  };

const creating = {
  fresh: none("A request without a fee"),
  can: "add_ticket",
  limit: formLimit,
  once: "in its transaction",
} as const;

/** The form of operators: creating by the long list (R268), changing (R278), and looking up a phone. */
export const requestActions = adminActions({
  ...lookups,
  create: { ...creating, input: RequestForm, run: createAt("/admin-ticket") },
  update: {
    fresh: none("A paid request is never left without a center, so no fee goes back"),
    can: "edit_ticket.full_access",
    limit: formLimit,
    input: UpdateRequestForm,
    once: "in its transaction",
    run: updateRequest,
    say: "request.updated",
    about: ({ id, number }: { id: string; number: string }) => ({ to: `/view-ticket?ticketId=${id}`, name: number }),
    to: "/Tickets",
  },
});

/** The form of clients: creating by the short list (R280, Q18). */
export const clientRequestActions = adminActions({
  ...lookups,
  create: { ...creating, input: ClientRequestForm, run: createAt("/add-client-ticket") },
});
