import { sql } from "kysely";
import { expect, test } from "vitest";
import { drawn } from "#app/testing/a-page.tsx";
import { openSession } from "#modules/access/index.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { anAddress } from "#modules/testing/factories.ts";
import { aJob } from "#modules/testing/work.ts";
import * as visit from "./route.tsx";

openDatabase();

test("a visit that is put on hold offers no beginning, however far its technician was", async () => {
  const { ticket, technician } = await aJob();
  const { token } = await openSession({
    kind: "technician",
    subjectId: technician.id,
    via: "cookie",
    address: anAddress(),
  });
  const offered = async (step: string) => {
    const { html } = await drawn(`/visits/${ticket.publicId}${step}`, `technician_session=${token}`, [visit], {
      params: { ticketId: ticket.publicId },
    });
    return {
      begins: /name="intent" value="(start|onTheWay)"[\s\S]*<button type="submit"/.test(html),
      leads: html.includes(`href="/visits/${ticket.publicId}?step=start"`),
      held: html.includes("on hold"),
    };
  };
  await rows(sql`update tickets set on_the_way_at = now() where id = ${ticket.id}`);
  expect(await offered("")).toMatchObject({ begins: true, held: false });
  expect(await offered("?step=photos")).toMatchObject({ leads: true });
  await rows(sql`update tickets set status = 'ON_HOLD' where id = ${ticket.id}`);
  for (const step of ["", "?step=go", "?step=start", "?step=photos"])
    expect(await offered(step), step).toEqual({ begins: false, leads: false, held: true });
});
