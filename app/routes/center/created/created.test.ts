import { expect, test } from "vitest";
import { drawn } from "#app/testing/a-page.tsx";
import { openSession } from "#modules/access/index.ts";
import type { Center } from "#modules/centers/center/center.entity.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAcceptedTicket, anAddress, aTicket } from "#modules/testing/factories.ts";
import { fresh } from "#modules/testing/work.ts";
import * as created from "./route.tsx";

openDatabase();

/* 'Ticket created by you, not assigned to you' as it is drawn. */

const list = "/ticket-created-by-you";

async function signedIn({ id }: Center) {
  const { token } = await openSession({ kind: "center", subjectId: id, via: "cookie", address: anAddress() });
  return `center_session=${token}`;
}

test("Broadcast asks first and says that it is final; nothing is asked where it is not possible", async () => {
  const center = await aCenter();
  const other = await aCenter();
  const cookie = await signedIn(center);
  const written = { createdBy: "CENTER", createdByCenterId: center.id } as const;
  const open = await aTicket(written);
  const taken = await anAcceptedTicket(other, written);
  const before = await drawn(list, cookie, [created]);
  expect(before.html).toContain(`href="${list}?broadcast=${open.publicId}"`);
  expect(before.html).not.toContain('name="intent" value="broadcast"');
  const confirmPage = await drawn(`${list}?broadcast=${open.publicId}`, cookie, [created]);
  expect(confirmPage.text).toContain(
    `Broadcast ${open.ticketId} of ${open.name} to all centers that serve its pincode?`,
  );
  expect(confirmPage.text).toContain("This is final");
  expect(confirmPage.html).toContain('name="intent" value="broadcast"');
  expect((await fresh(open)).broadcastStatus ?? null).toBe(open.broadcastStatus ?? null);
  const no = await drawn(`${list}?broadcast=${taken.publicId}`, cookie, [created]);
  expect(no.html).not.toContain('name="intent" value="broadcast"');
});
