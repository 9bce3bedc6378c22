import { expect, test } from "vitest";
import type { Actor } from "#modules/kernel/actor.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { anAddress } from "#modules/testing/factories.ts";
import type { Form } from "./upload.server.ts";
import { asUpload, uploadsWaiting } from "./upload-quota.server.ts";

openDatabase();

test("a person of a center's desk who uploads all they may leaves its owner's turns free", async () => {
  const owner: Actor = { kind: "center", centerId: crypto.randomUUID(), sessionId: "s" };
  const desk: Actor = { ...owner, deskLoginId: crypto.randomUUID() };
  const form: Form = { fields: new Map(), discard: async () => {} };
  const address = anAddress();
  const begun = Promise.withResolvers<void>();
  const all = Promise.withResolvers<Form>();
  let reading = 0;
  const slow = () => {
    reading += 1;
    if (reading === 8) begun.resolve();
    return all.promise;
  };
  const uploads = Array.from({ length: 9 }, () =>
    asUpload({ actor: desk, address, files: () => undefined }, slow).then(({ discard }) => discard()),
  );
  await begun.promise;
  expect(uploadsWaiting()).toBe(1);
  await (await asUpload({ actor: owner, address, files: () => undefined }, async () => form)).discard();
  expect(uploadsWaiting()).toBe(1);
  all.resolve(form);
  await Promise.all(uploads);
  expect(uploadsWaiting()).toBe(0);
});
