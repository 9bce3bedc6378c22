import { sql } from "kysely";
import { expect, test } from "vitest";
import { system } from "#modules/kernel/actor.ts";
import { row, rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aClient, anAdmin, asAdmin, asVisitor } from "#modules/testing/factories.ts";
import { aClosedJob } from "#modules/testing/work.ts";
import { answerOutcome, appealCase, decideAppeal, decideCase } from "#modules/tickets/index.ts";
import { AnswerOutcome, AppealCase, DecideCase } from "#modules/tickets/shared.ts";
import { addEndpoint, deliveryOf, listDeliveries } from "../index.ts";
import { RequestEvent } from "./payload.ts";

openDatabase();

/* A client hears that the customer of its request answered, and that a case about it was opened, decided and closed. */

const cli = system("cli");

test("the answer about a client's request, its case, the decision and that of the appeal are an update each, which names no person and no reason", async () => {
  const { id: clientId } = await aClient();
  const { ticket } = await aClosedJob({ clientId, name: "Meera Nair", houseNumber: "221B" });
  await addEndpoint(cli, { clientId, url: "http://127.0.0.1:9/", events: ["request.updated"] });
  /** How many deliveries an act adds; none names a person. */
  const deliveriesOf = async (act: () => Promise<unknown>) => {
    await rows(sql`delete from webhook_deliveries`);
    await unitOfWork(act);
    const { rows: sent } = await listDeliveries(cli, { clientId, take: 10 });
    const bodies = await Promise.all(
      sent.map(async ({ id: deliveryId }) => (await deliveryOf(cli, { clientId, deliveryId })).body),
    );
    for (const body of bodies) {
      expect(RequestEvent.parse(JSON.parse(body))).toMatchObject({
        type: "request.updated",
        data: { _id: ticket.publicId, ticket_status: "CLOSED" },
      });
      expect(body).not.toMatch(new RegExp([ticket.phone, "Meera", "221B", "called", "picture"].join("|")));
    }
    return bodies.length;
  };

  const says = AnswerOutcome.parse({ ticketId: ticket.publicId, came: "no" });
  // Who holds the bare link proves nothing: nothing is said of it.
  expect(await deliveriesOf(() => answerOutcome(asVisitor(), says))).toBe(0);
  // The answer, and the case it opens.
  expect(await deliveriesOf(() => answerOutcome(asVisitor(ticket.phone), says))).toBe(2);
  const { id: caseId } = (await row<{ id: string }>(sql`select id from cases where ticket_id = ${ticket.id}`))!;
  const decision = DecideCase.parse({ caseId, decision: "none", reason: "Both were called" });
  const first = asAdmin(await anAdmin());
  const second = asAdmin(await anAdmin());
  expect(await deliveriesOf(() => decideCase(first, decision))).toBe(1);
  const appeal = AppealCase.parse({ caseId, reason: "There is a picture" });
  expect(await deliveriesOf(() => appealCase(first, appeal))).toBe(0);
  expect(await deliveriesOf(() => decideAppeal(second, decision))).toBe(1);
});
