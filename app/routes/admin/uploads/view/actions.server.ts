import { none } from "#app/http/doors/fresh.server.ts";
import { adminActions } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import {
  cancelUpload,
  chooseHeading,
  fixRow,
  mapUpload,
  startUpload,
  undoUpload,
  uploadView,
} from "#modules/tickets/index.ts";
import { ChooseHeading, columnNames, FixRow, fieldOfColumn, MapUpload, UploadRef } from "#modules/tickets/shared.ts";
import { errorsOf } from "./errors-address.ts";

const adding = { can: "add_ticket", limit: formLimit } as const;
const uploadAddress = ({ id }: { id: string }) => `/uploads/${id}`;

/** What an admin does with an upload of their own. */
export const uploadActions = adminActions({
  map: {
    fresh: none("Names columns, for no money"),
    ...adding,
    input: MapUpload,
    once: "in its transaction",
    run: (admin, { id, ...places }) => {
      const sent = places as Record<string, number | undefined>;
      const named = columnNames.map((name, column) => [name, sent[fieldOfColumn(column)]] as const);
      return mapUpload(admin, { id, mapping: Object.fromEntries(named.filter(([, place]) => place !== undefined)) });
    },
    say: "uploads.mapped",
    to: errorsOf,
  },
  heading: {
    fresh: none("Says which row is the heading, for no money"),
    ...adding,
    input: ChooseHeading,
    once: "in its transaction",
    run: async (admin, input, door) => {
      await chooseHeading(admin, input);
      door.toast("uploads.headingSaid", { row: input.headingRow });
    },
    to: errorsOf,
  },
  mend: {
    fresh: none("Mends a row, for no money"),
    ...adding,
    input: FixRow,
    once: "in its transaction",
    run: async (admin, { id, place, shown, ...cells }, door) => {
      const sent = cells as Record<string, string | undefined>;
      const corrections = shown.map((column) => [columnNames[column], sent[fieldOfColumn(column)] ?? ""] as const);
      const verdict = await fixRow(admin, { id, place, cells: Object.fromEntries(corrections) });
      door.toast(`uploads.mended.${verdict}`, { row: place }, verdict === "ready" ? "good" : "bad");
      return verdict;
    },
    to: (_input, { url }) => addressWith(url, {}),
  },
  start: {
    fresh: none("Makes requests, for no money"),
    ...adding,
    input: UploadRef,
    once: "in its transaction",
    run: async (admin, input, door) => {
      const { state } = await uploadView(admin, input);
      await startUpload(admin, input);
      if (state === "done") door.toast("uploads.otherState", undefined, "warn");
      else door.toast("uploads.started");
      return door.go(errorsOf(input));
    },
  },
  cancel: {
    fresh: none("Stops what one started oneself"),
    ...adding,
    input: UploadRef,
    once: "in its transaction",
    run: async (admin, { id }, door) => {
      const { state } = await uploadView(admin, { id });
      await cancelUpload(admin, { id });
      // What was only read is thrown away: there is no page of it any more.
      const isRunning = state === "running";
      door.toast(isRunning ? "uploads.stopped" : "uploads.thrownAway");
      return door.go(isRunning ? uploadAddress({ id }) : "/uploads");
    },
  },
  undo: {
    fresh: "work",
    ...adding,
    input: UploadRef,
    once: "in its transaction",
    run: undoUpload,
    say: "uploads.undoBegun",
    to: uploadAddress,
  },
});
