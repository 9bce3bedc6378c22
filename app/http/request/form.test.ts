import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { z } from "zod";
import { rows } from "#modules/kernel/db/db.server.ts";
import { countUse } from "#modules/kernel/db/limits.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { optionalText, phone, text } from "#modules/kernel/validation.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { anAddress } from "#modules/testing/factories.ts";
import { timePreference } from "#modules/tickets/shared.ts";
import { type FormValue, parseFields, readForm } from "./form.server.ts";

openDatabase();

const fields = (values: Record<string, FormValue | FormValue[]>) =>
  new Map(Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value : [value]]));

const Booking = z.object({
  name: text(30),
  phone,
  note: optionalText(50),
  timePreference,
  days: z.array(z.string()).optional(),
});

test("dotted names nest, a day and a slot become one moment of India time, one value can be a list", () => {
  const input = parseFields(
    Booking,
    fields({
      name: "Asha",
      phone: "+91 98765 43210",
      note: "",
      "timePreference.type": "SPECIFIC_DATE_AND_TIME",
      "timePreference.at:date": "2099-01-02",
      "timePreference.at:time": "10:30",
      days: "mon",
    }),
  );
  expect(input).toMatchObject({ name: "Asha", phone: "9876543210", days: ["mon"] });
  expect(input.timePreference).toEqual({ type: "SPECIFIC_DATE_AND_TIME", at: new Date("2099-01-02T05:00:00Z") });
});

test("a form of which nothing was sent is refused field by field, in message keys", () => {
  try {
    parseFields(Booking, fields({}));
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(DomainError);
    expect(error).toMatchObject({
      kind: "invalid",
      key: "form.incomplete",
      fields: { name: "form.incomplete", phone: "form.incomplete", "timePreference.type": "form.incomplete" },
    });
  }
});

test("a refused form names its fields in the order of the page, a choice that was not made among its group", () => {
  const sent = fields({ "timePreference.at:date": "", "timePreference.at:time": "", kind: "", phone: "", name: "" });
  const refused = () => {
    try {
      return parseFields(Booking.extend({ kind: text(9), picture: text(9) }), sent);
    } catch (error) {
      return Object.keys((error as DomainError).fields!);
    }
  };
  expect(refused()).toEqual(["timePreference.type", "kind", "phone", "name", "picture"]);
});

test("zod's own words never reach a person", () => {
  expect(() => parseFields(z.object({ age: z.number() }), fields({ age: "x" }))).toThrow(
    expect.objectContaining({ fields: { age: "form.check" } }),
  );
});

test("names of the language's own machinery are not fields", () => {
  parseFields(z.object({}).loose(), fields({ "__proto__.polluted": "1", "constructor.prototype.polluted": "1" }));
  parseFields(z.object({}).loose(), fields({ "toString.polluted": "1", a: "1", "a.b": "2" }));
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
});

const aTaking = (bytes = 1000) => ({
  files: { names: ["picture", "empty"], most: 2, bytes },
  actor: { kind: "center" as const, centerId: randomUUID(), sessionId: "s" },
  address: anAddress(),
});

test("files are on disk while the request runs and gone after it", async () => {
  const body = new FormData();
  body.set("note", "नमस्ते");
  body.set("picture", new File(["12345"], "मेरी.png", { type: "image/png" }));
  body.set("empty", new File([], ""));
  const form = await readForm(new Request("http://localhost/", { method: "POST", body }), aTaking());
  const [picture] = form.fields.get("picture") as { path: string; name: string; size: number }[];
  expect(form.fields.get("note")).toEqual(["नमस्ते"]);
  expect(form.fields.has("empty")).toBe(false);
  expect(picture).toMatchObject({ name: "मेरी.png", size: 5 });
  expect(readFileSync(picture!.path, "utf8")).toBe("12345");
  await form.discard();
  expect(existsSync(picture!.path)).toBe(false);
});

test("a file above the limit is refused in words and leaves nothing", async () => {
  const body = new FormData();
  body.set("picture", new File(["123456"], "a.png"));
  const request = new Request("http://localhost/", { method: "POST", body });
  await expect(readForm(request, aTaking(3))).rejects.toMatchObject({
    kind: "invalid",
    key: "error.tooLarge",
  });
});

test.each([
  ["forms in an hour", "uploads", 300, 3_600],
  ["bytes in a day", "upload-kib", 1024 * 1024, 86_400],
])(
  "who has sent as many %s as anybody may is refused before the next one is read",
  async (_what, name, points, seconds) => {
    const taking = aTaking();
    await countUse({ name, points, seconds, onFailure: "open" }, `center:${taking.actor.centerId}`, points);
    const body = new FormData();
    body.set("picture", new File(["1"], "a.png"));
    const request = new Request("http://localhost/", { method: "POST", body });
    await expect(readForm(request, taking)).rejects.toMatchObject({ kind: "limited", key: "error.tooMany" });
    expect(request.bodyUsed).toBe(false);
  },
);

test("what came of a form that broke off counts too, for its sender and for their network", async () => {
  const taking = aTaking();
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(200 * 1024));
      controller.error(new Error("connection reset"));
    },
  });
  const headers = { "content-type": "multipart/form-data; boundary=b" };
  const whole = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(200 * 1024));
      controller.close();
    },
  });
  for (const sent of [body, whole])
    await expect(
      readForm(
        new Request("http://localhost/", { method: "POST", headers, body: sent, duplex: "half" } as RequestInit),
        taking,
      ),
    ).rejects.toMatchObject({ key: "upload.interrupted" });
  const counted = await rows<{ points: number }>(
    sql`select points from rate_limits where key = any (${[`upload-kib:center:${taking.actor.centerId}`, `upload-kib-network:${taking.address}`]}) and points >= 200`,
  );
  expect(counted).toHaveLength(2);
});
