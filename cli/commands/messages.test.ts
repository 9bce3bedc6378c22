import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { rows } from "#modules/kernel/db/db.server.ts";
import { env, environmentWith } from "#modules/kernel/env.server.ts";
import { customerNotifications } from "#modules/notifications/table/customers.ts";
import { recipientKey } from "#modules/notifications/tell/recipient.ts";
import { folder, openDatabase } from "#modules/testing/database.ts";
import { aPhone, aTicket } from "#modules/testing/factories.ts";
import { house } from "../house.ts";
import { cli, cliWith } from "../testing/command.ts";

openDatabase();

mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function aMessage(state: string, phone = aPhone()) {
  const id = randomUUID();
  const ticket = await aTicket({ phone });
  await rows(
    sql`insert into messages (id, cause, channel, template, recipient, recipient_key, ticket_id, status, error, attempts, job, payload, created_at, claimed_at)
     values (${id}, ${`ticket:${ticket.id}:booked`}, 'whatsapp', 'bookingConfirmed', '98xxxxxx10', ${recipientKey(phone)}, ${ticket.id}, ${state}, 'error.unavailable', 14, ${customerNotifications.news.name}, ${JSON.stringify({ ticketId: ticket.id, news: "booked" })}, now(), now())`,
  );
  return { id, phone, ticket };
}

test("the log is listed by phone, state and time, for people and for programs, and tells no number", async () => {
  const { id, phone } = await aMessage("given_up");
  const listed = await cli("messages", "--to", phone, "--state", "given_up", "--since", "1h", "--json");
  expect(listed.code).toBe(0);
  expect(JSON.parse(listed.out)).toMatchObject([{ id, status: "given_up", tries: 14, recipient: "98xxxxxx10" }]);
  expect(listed.out).not.toContain(phone);
  const shown = await cli("messages", "list", "--to", `+91${phone}`);
  expect(shown.out).toMatch(/^at\s+state\s+by\s+template.*\n.*given_up\s+whatsapp\s+bookingConfirmed/);
  expect((await cli("messages", "--to", phone, "--state", "delivered")).out).toBe("No message fits.\n");
  expect((await cli("messages", "--state", "lost")).code).toBe(2);
  expect(await cli("messages", "--since", "yesterday")).toMatchObject({ code: 2, out: "" });
});

test("one message is sent again only when --yes says so", async () => {
  const { id, ticket } = await aMessage("given_up");
  const stateOf = async () =>
    (await rows<{ status: string }>(sql`select status from messages where id = ${id}`))[0]?.status;
  const unconfirmed = await cli("messages", "retry", id);
  expect(unconfirmed).toMatchObject({ code: 2, out: "" });
  expect(unconfirmed.err).toContain("Say --yes");
  expect(await cli("messages", "retry", id, "--dry-run", "--yes")).toMatchObject({ code: 0 });
  expect(await stateOf()).toBe("given_up");
  expect(await cli("messages", "retry", id, "--yes")).toMatchObject({ code: 0 });
  expect(await stateOf()).toBe("queued");
  expect(
    await rows(sql`select actor_kind from history where subject_id = ${ticket.id} and event = 'message.askedAgain'`),
  ).toEqual([{ actor_kind: `system:${house().name}` }]);
  const queued = await rows(
    sql`select 1 from pgboss.job where name = ${customerNotifications.news.name} and data->>'ticketId' = ${ticket.id}`,
  );
  expect(queued).toHaveLength(1);
  expect((await cli("messages", "retry", id, "--yes")).code, "it is under way").toBe(5);
  expect((await cli("messages", "retry", randomUUID(), "--yes")).code).toBe(3);
  expect((await cli("messages", "retry", "x", "--yes")).code).toBe(2);
});

test("the templates are told in the form the register is read in", async () => {
  const { code, out } = await cli("messages", "templates", "--json");
  expect(code).toBe(0);
  expect(JSON.parse(out)).toContainEqual(
    expect.objectContaining({
      name: "bookingConfirmed.en",
      header: "GHRSVA",
      templateId: expect.stringMatching(/^\d{19}$/),
      flow: expect.stringMatching(/^[^{]*##VAR1##[^{]*$/),
    }),
  );
});

test("the templates are told with MSG91's flow beside the DLT text, and the line that names the flows", async () => {
  const ids = "otp.en=6100aa,bookingConfirmed.en=6100bb";
  const { code, out } = await cliWith({ MSG91_TEMPLATES: ids }, "messages", "templates");
  expect(code).toBe(0);
  expect(out).toMatch(/^DLT: {3}\{#numeric#\} is your GharSeva OTP.*\n.*[\s\S]*^MSG91: ##VAR1## is your GharSeva OTP/m);
  const line = out.split("\n").find((each) => each.startsWith("MSG91_TEMPLATES="))!;
  expect(line).toContain("otp.en=6100aa,");
  expect(line).toContain("bookingConfirmed.en=6100bb,");
});

test("how complete each language is is counted; a folder beside the others is a language", async () => {
  const { code, out } = await cli("messages", "languages", "--json");
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject([
    { language: "en", name: "English", missingTexts: [], missingMessages: [] },
    { language: "hi", name: "Hindi", missingTexts: [], missingMessages: [] },
  ]);
  const copy = path.join(folder, "with-tamil");
  const copied = ["package.json", "cli", "modules", "migrations"];
  for (const name of copied) cpSync(path.join(env.root, name), path.join(copy, name), { recursive: true });
  symlinkSync(path.join(env.root, "node_modules"), path.join(copy, "node_modules"));
  mkdirSync(path.join(copy, "modules/messages/ta"));
  writeFileSync(path.join(copy, "modules/messages/ta/index.ts"), 'export const texts = { "state.TN": "தமிழ்நாடு" };');
  const { stdout } = await promisify(execFile)(process.execPath, ["cli/main.ts", "messages", "languages"], {
    cwd: copy,
    env: environmentWith({ LOG_LEVEL: "silent" }),
  });
  expect(stdout).toMatch(/^ta +Tamil +1 of \d+ +0 of \d+$/m);
});
