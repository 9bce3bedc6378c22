import { expect, test } from "vitest";
import { readToast, toastHeader } from "./toast.server.ts";

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
