import { sql } from "kysely";
import { expect, test } from "vitest";
import { aDesk } from "#app/testing/a-desk.ts";
import { drawn, sent } from "#app/testing/a-page.tsx";
import { rows } from "#modules/kernel/db/db.server.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { storeBlob } from "#modules/kernel/files/blobs.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aTechnician } from "#modules/testing/factories.ts";
import * as all from "./all/route.tsx";
import * as documents from "./documents/route.tsx";

openDatabase();

/* The technicians' screens as they are drawn (002 §2.10). */

const at = ({ name }: { name: string }) => `/admin-technician?search=${encodeURIComponent(name)}`;
let last = 0;
/** A picture of a technician's paper. */
async function paperOf(technician: { id: string; centerId: string }, column: Sql, kind: "aadhar_front" | "pan") {
  const owner = { ownerKind: "center" as const, ownerId: technician.centerId };
  const { id } = await storeBlob(Buffer.from(kind), { kind, ...owner, mime: "image/jpeg", sealed: true });
  await rows(sql`update technicians set ${column} = ${id} where id = ${technician.id}`);
}
const aName = () => `Kiran${process.pid}x${++last}`;

test("R408 an email shows its first 10 characters and dots, an address its first 8 alone; the titles have them whole", async () => {
  const technician = await aTechnician({ name: aName(), email: "kiran.kumar@example.in" });
  const { html } = await drawn(at(technician), await aDesk(), [all]);
  expect(html).toMatch(/<td[^>]*title="kiran\.kumar@example\.in"[^>]*><span class="lines">kiran\.kuma\.\.\.</);
  expect(html).toMatch(/<td[^>]*title="4 Temple Street, Bengaluru, Karnataka"[^>]*>4 Temple<\/td>/);
});

test("R409 'Views' is offered where there is a picture of the Aadhaar card's front, and leads to the papers", async () => {
  const bare = await aTechnician({ name: aName() });
  const papers = await aTechnician({ name: aName() });
  await paperOf(papers, sql`aadhar_front_blob_id`, "aadhar_front");
  const cookie = await aDesk();
  const views = async (technician: { id: string; name: string }) =>
    (await drawn(at(technician), cookie, [all])).html.includes(`aria-label="Views: documents of ${technician.name}"`);
  expect(await views(bare)).toBe(false);
  expect(await views(papers)).toBe(true);
});

test("R410 who made a profile is said in the list's words: SELF_BY_APP is CENTER, CENTER is TECHNICIAN", async () => {
  const cookie = await aDesk();
  for (const [profileCreatedBy, shown] of [
    ["SELF_BY_APP", "CENTER"],
    ["CENTER", "TECHNICIAN"],
    ["SOMEBODY", "SOMEBODY"],
  ] as const) {
    const technician = await aTechnician({ name: aName(), profileCreatedBy });
    expect((await drawn(at(technician), cookie, [all])).html).toContain(`title="${shown}"`);
  }
});

test("R404 R411 the papers' page has five switches and Go Back; what is verified is said in its own words", async () => {
  const technician = await aTechnician();
  await paperOf(technician, sql`aadhar_front_blob_id`, "aadhar_front");
  await paperOf(technician, sql`pan_blob_id`, "pan");
  const path = `/tecnicianDocument?technicianId=${technician.id}`;
  const cookie = await aDesk();
  const { html, text } = await drawn(path, cookie, [documents]);
  expect([...html.matchAll(/<h2[^>]*>([^<]+)</g)].map(([, title]) => title)).toEqual([
    "Aadhar front",
    "Aadhar back",
    "Pan card",
    "Profile picture",
    "Certificate",
  ]);
  expect(text.match(/Image Not Available/g)).toHaveLength(3);
  expect(html).toMatch(/href="\/admin-technician"[^>]*>Go Back</);
  const decided = async (value: string, verified: string) => {
    const [{ blob } = { blob: "" }] = await rows<{ blob: string }>(
      sql`select ${value === "pan" ? sql`pan_blob_id` : sql`aadhar_front_blob_id`} as blob from technicians where id = ${technician.id}`,
    );
    const fields = { intent: "switch", technicianId: technician.id, value, verified, blobId: blob };
    return (await sent(path, cookie, documents, fields)).toast;
  };
  expect(await decided("aadhar_front", "true")).toBe("Aadhar Card Front Document Verified Done.");
  expect(await decided("pan", "true")).toBe("Pan Verified Done.");
  expect(await decided("pan", "false")).toBe("Center verification status updated successfully.");
});
