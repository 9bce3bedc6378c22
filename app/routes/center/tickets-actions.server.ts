import { z } from "zod";
import type { Door } from "#app/http/door.server.ts";
import type { FormValue } from "#app/http/form.server.ts";
import { centerActions } from "#app/http/page.server.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { invalid } from "#modules/kernel/errors.ts";
import {
  addOnsitePicture,
  addRemarks,
  assignTechnician,
  changeTechnician,
  closeTicket,
  completeJob,
  deleteTicket,
  rebookTicket,
} from "#modules/tickets/index.ts";
import {
  AddRemarks,
  AssignTechnician,
  CloseTicket,
  CompleteJob,
  DeleteTicket,
  Rebook,
  TicketRef,
} from "#modules/tickets/shared.ts";
import { addressWith } from "./addresses.ts";

type Center = ActorOf<"center">;
type Fields = Map<string, FormValue[]>;

/** The page without its dialog. */
const behind = (_input: unknown, { url }: Door) => addressWith(url, { act: null, of: null });
/** The page with the dialog that says how the closing went (Q78). */
const withWords =
  (act: "completed" | "closed") =>
  (_input: unknown, { url }: Door) =>
    addressWith(url, { act });

/** R175: a technician must be chosen. */
const Assign = AssignTechnician.extend({ technicianId: z.uuid("center.assign.choose") });

/** Pictures sent with a form are kept before it is judged, so that a wrong code does not lose them. */
async function keepPictures(center: Center, fields: Fields, _door?: Door) {
  const files = (fields.get("pictures") ?? []).filter((value) => typeof value !== "string");
  fields.delete("pictures");
  const ticketId = String(fields.get("ticketId")?.at(-1) ?? "");
  for (const { path } of files) await addOnsitePicture(center, { ticketId, upload: path });
  // They changed the request themselves: the version the dialog was opened with is older.
  if (files.length > 0) fields.delete("version");
  return files.length;
}

/** R173: ON HOLD is a local choice; nothing is kept of it. */
async function unlessOnHold(center: Center, fields: Fields, door: Door) {
  if (fields.get("visit")?.at(-1) === "ON_HOLD") {
    door.toast("job.onHold");
    throw door.go(behind(undefined, door));
  }
  await keepPictures(center, fields);
}

/** Everything a center does with its requests; a refusal leaves the dialog open with the server's words (Q80, R171). */
export const ticketsAction = centerActions({
  assign: {
    input: Assign,
    run: assignTechnician,
    once: "in its transaction",
    say: "ticket.technicianAssigned",
    to: behind,
  },
  change: {
    input: Assign,
    run: changeTechnician,
    once: "in its transaction",
    say: "ticket.technicianChanged",
    to: behind,
  },
  remark: { input: AddRemarks, run: addRemarks, once: "in its transaction", say: "remarks.saved", to: behind },
  picture: {
    prepare: async (center, fields) => {
      if ((await keepPictures(center, fields)) === 0) throw invalid("image.missing", { pictures: "image.missing" });
    },
    input: TicketRef,
    run: () => {},
    // Each picture was kept in a transaction of its own before this: with the key stands only where the form led.
    once: "as often as asked",
    say: "pictures.saved",
    to: behind,
  },
  complete: {
    prepare: unlessOnHold,
    input: CompleteJob,
    run: completeJob,
    once: "in its transaction",
    say: "job.completed",
    to: withWords("completed"),
  },
  close: {
    prepare: async (center, fields) => void (await keepPictures(center, fields)),
    input: CloseTicket,
    run: closeTicket,
    once: "in its transaction",
    say: "ticket.closed",
    to: withWords("closed"),
  },
  rebook: {
    input: Rebook,
    once: "in its transaction",
    run: async (center, input, door) => {
      const { ticket } = await rebookTicket(center, input);
      door.toast("ticket.created");
      return door.go(`/tickets-center?ticket=${ticket.publicId}`);
    },
  },
  delete: {
    input: DeleteTicket,
    run: deleteTicket,
    once: "in its transaction",
    say: "ticket.deleted",
    to: (_input, { url }) => addressWith(url, { act: null, of: null, ticket: null }),
  },
});
