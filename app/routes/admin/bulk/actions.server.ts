import { z } from "zod";
import { none } from "#app/http/doors/fresh.server.ts";
import { adminActions } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import { cancelBulk, startBulk } from "#modules/kernel/lists/bulk-act.server.ts";
import { id, shaped } from "#modules/kernel/validation.ts";
import {
  assignRequests,
  broadcastRequests,
  cancelRequests,
  paidForPicked,
  remarkRequests,
} from "#modules/tickets/index.ts";

const Started = z.object({ id, digest: shaped(/^[0-9a-f]{64}$/, 64, "form.check") });

const runAddress = ({ id }: { id: string }) => `/bulk/${id}`;

/** Starts a prepared act, by an intent named after its verb, or stops a running one. */
export const bulkActions = adminActions({
  remark: {
    fresh: none("Writes words, for no money"),
    can: remarkRequests.can,
    limit: formLimit,
    input: Started.extend(remarkRequests.input.shape),
    once: "in its transaction",
    run: (admin, { id, digest, ...input }) => startBulk(admin, remarkRequests, { id, digest }, input),
    say: "bulk.started",
    to: runAddress,
  },
  broadcastRequests: {
    fresh: none("Asks centers, for no money"),
    can: broadcastRequests.can,
    limit: formLimit,
    input: Started,
    once: "in its transaction",
    run: (admin, { id, digest }) => startBulk(admin, broadcastRequests, { id, digest }, {}),
    say: "bulk.started",
    to: runAddress,
  },
  assignRequests: {
    fresh: "work",
    can: assignRequests.can,
    limit: formLimit,
    input: Started.extend(assignRequests.input.shape),
    once: "in its transaction",
    run: (admin, { id, digest, ...input }) => startBulk(admin, assignRequests, { id, digest }, input),
    say: "bulk.started",
    to: runAddress,
  },
  cancelRequests: {
    fresh: "work",
    moves: ({ id }) => paidForPicked(id),
    can: cancelRequests.can,
    limit: formLimit,
    input: Started.extend(cancelRequests.input.shape),
    once: "in its transaction",
    run: (admin, { id, digest, ...input }) => startBulk(admin, cancelRequests, { id, digest }, input),
    say: "bulk.started",
    to: runAddress,
  },
  cancel: {
    fresh: none("Stops what one started oneself"),
    can: "any admin",
    limit: formLimit,
    input: z.object({ id }),
    once: "in its transaction",
    run: (admin, input) => cancelBulk(admin, input),
    say: "bulk.stopped",
    to: runAddress,
  },
});
