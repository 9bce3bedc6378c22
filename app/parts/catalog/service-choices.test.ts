import { sql } from "kysely";
import { expect, test } from "vitest";
import { rows } from "#modules/kernel/db/db.server.ts";
import type { Locale } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aService } from "#modules/testing/factories.ts";
import { serviceChoices } from "./service-choices.server.ts";

openDatabase();

test("a filter offers services by their Hindi names on Hindi pages, and by the names in data where there is none", async () => {
  const named = await aService();
  const plain = await aService();
  await rows(sql`update services set names = '{"hi": "नल का काम"}' where id = ${named.id}`);
  const labels = async (locale: Locale) =>
    new Map((await serviceChoices(locale)).map(({ value, label }) => [value, label]));
  const hindi = await labels("hi");
  const english = await labels("en");
  expect([hindi.get(named.id), hindi.get(plain.id)]).toEqual(["नल का काम", plain.serviceName]);
  expect([english.get(named.id), english.get(plain.id)]).toEqual([named.serviceName, plain.serviceName]);
});
