import { afterEach, expect, test } from "vitest";
import { fromNow, moveClock, resetClock, second } from "#modules/kernel/clock.ts";
import { openDoor } from "./door.server.ts";
import { readToast, readUndoables, toastHeader } from "./toast.server.ts";

afterEach(resetClock);

const toast = { key: "error.changed", kind: "bad", id: "a1" } as const;
const carrying = (cookie: string) => readToast(new Request("http://localhost/", { headers: { cookie } }));

test("a sentence is shown once on the next page", () => {
  const header = toastHeader(toast);
  expect(header).toMatch(/^toast=[^;]+; Path=\/; Max-Age=60; HttpOnly; SameSite=Lax$/);
  expect(carrying(header.split(";")[0]!)).toEqual(toast);
});

test("a tampered or invented sentence is not shown", () => {
  const [cookie] = toastHeader(toast).split(";");
  expect(carrying(cookie!.replace(/.$/, (last) => (last === "0" ? "1" : "0")))).toBeUndefined();
  expect(carrying("toast=aGVsbG8")).toBeUndefined();
  expect(carrying("toast=%E0%A4%A")).toBeUndefined();
  expect(carrying("toast=")).toBeUndefined();
});

const requestOf = (cookie: string) => new Request("http://localhost/", { headers: { cookie } });
const undoOf = (id: string, seconds = 10) => ({
  action: "/all-tickets",
  fields: { intent: "undoDelete", ticketId: id },
  until: fromNow(seconds * second),
});

/** The cookie of what can be undone after a door did something. */
function after(cookie: string, done: (door: ReturnType<typeof openDoor>) => void): string {
  const door = openDoor({ request: requestOf(cookie), params: {} });
  done(door);
  const undo = door.headers.getSetCookie().find((header) => header.startsWith("undo="))!;
  return `${cookie.split("; ")[0]}; ${undo.split(";")[0]}`;
}
const toastOf = (id: string, seconds?: number) => (door: ReturnType<typeof openDoor>) =>
  door.toast("ticket.deleted", undefined, "good", { undo: undoOf(id, seconds) });
const offered = (cookie: string) => readUndoables(requestOf(cookie)).map(({ fields }) => fields.ticketId);

test("what was done can be undone from every page until its time, and no longer", () => {
  const cookie = after("admin_session=one", toastOf("a"));
  expect(readUndoables(requestOf(cookie))).toMatchObject([{ key: "ticket.deleted", action: "/all-tickets" }]);
  moveClock(9 * second);
  expect([offered(cookie), offered(cookie)]).toEqual([["a"], ["a"]]);
  moveClock(2 * second);
  expect(offered(cookie)).toEqual([]);
});

test("several things are undone one by one; the oldest of too many goes", () => {
  const two = after(after("admin_session=one", toastOf("a")), toastOf("b"));
  expect(offered(two)).toEqual(["a", "b"]);
  expect(offered(after(two, (door) => door.undone("ticketId", "a")))).toEqual(["b"]);
  expect(offered(after(after(two, toastOf("c")), toastOf("d")))).toEqual(["b", "c", "d"]);
});

test("nobody else's session is offered it, and nobody makes it last longer", () => {
  const cookie = after("admin_session=one", toastOf("a"));
  expect(offered(cookie.replace("=one", "=two"))).toEqual([]);
  expect(offered(cookie.replace("admin_session=one; ", ""))).toEqual([]);
  expect(offered(cookie.replace(/.$/, (last) => (last === "0" ? "1" : "0")))).toEqual([]);
  // A sentence is signed as well, and is no form.
  expect(offered(`admin_session=one; ${toastHeader(toast).split(";")[0]!.replace("toast=", "undo=")}`)).toEqual([]);
  expect(carrying(cookie.replace("undo=", "toast="))).toBeUndefined();
});
