import { sql } from "kysely";
import { expect, test } from "vitest";
import { aDesk } from "#app/testing/a-desk.ts";
import { drawn } from "#app/testing/a-page.tsx";
import { actorOfKey, createKey, defaultOfferCode } from "#modules/catalog/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { env } from "#modules/kernel/env.server.ts";
import { type Locale, say } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aClient, aPhone, aPincode, aService } from "#modules/testing/factories.ts";
import { aClosedJob, aJob, closeAs, notVisited } from "#modules/testing/work.ts";
import { createRequestOfClient } from "#modules/tickets/index.ts";
import { feedbackQuestions } from "#modules/tickets/labels.ts";
import { CreateRequest } from "#modules/tickets/shared.ts";
import * as view from "./route.tsx";

openDatabase();

test("R281 what a center told at closing stands on the request's page, in the reader's language", async () => {
  const cookie = await aDesk();
  const { center, ticket } = await aJob();
  await closeAs(center, ticket, {
    closeRemarks: notVisited,
    paymentType: "Cash",
    overAllRating: "Very Good",
    takeTime: "2 hours",
    centerMessage: "Changed the capacitor",
    dateOfPurchase: "2025-03-09",
  });
  await rows(sql`update tickets set material_paise = 45000 where id = ${ticket.id}`);
  const page = async (locale: Locale) =>
    (await drawn(`/view-ticket?ticketId=${ticket.publicId}`, cookie, [view], { locale })).text;
  const text = await page("en");
  for (const fact of [
    "Material charges ₹450",
    "Message about the work Changed the capacitor",
    "Rating Very Good",
    "Time taken 2 hours",
    "Payment method Cash",
    "Date of purchase 9 Mar 2025",
    "Created by Public website",
  ])
    expect(text).toContain(fact);
  for (const word of ["paymentType.Cash", "ratingChoice.Very Good", "lists.creator.PUBLIC"] as const)
    expect(await page("hi")).toContain(say(word, {}, "hi"));
});

test("a closed request says who issued its bill", async () => {
  const { ticket } = await aClosedJob();
  const { text } = await drawn(`/view-ticket?ticketId=${ticket.publicId}`, await aDesk(), [view]);
  expect(text).toContain(`Bill issued by ${env.operatorLegalName}`);
});

test("a request that a client's program created is said to be of its key, in the facts and in the history", async () => {
  const { id: clientId } = await aClient();
  const cli = system("cli");
  const { key } = await createKey(cli, { clientId, name: "Till", scopes: ["requests:create"], expires: "never" });
  const requestInput = CreateRequest.parse({
    serviceId: (await aService()).id,
    name: "Meera Nair",
    phone: aPhone(),
    houseNumber: "12",
    pincode: aPincode(),
    offerCode: defaultOfferCode(),
    timePreference: { type: "IMMEDIATELY" },
  });
  const { id } = await createRequestOfClient(await actorOfKey(key, "127.0.0.1"), requestInput);
  const cookie = await aDesk();
  for (const locale of ["en", "hi"] as const) {
    const { text } = await drawn(`/view-ticket?ticketId=${id}`, cookie, [view], { locale });
    const named = say("request.who.keyNamed", { name: "Till" }, locale);
    expect(text).toContain(`${say("common.createdBy", {}, locale)} ${named}`);
    expect(text).toMatch(new RegExp(`${named} ?: ${say("history.ticket.created", {}, locale)}`));
  }
});

test("R281 a customer's answers stand below their questions in the reader's language, however they are kept", async () => {
  const cookie = await aDesk();
  const { center, ticket } = await aJob();
  await closeAs(center, ticket, { closeRemarks: notVisited });
  const answers = feedbackQuestions.map((key, place) => ({ question: say(key), answer: place + 5 }));
  await rows(
    sql`insert into feedbacks (id, ticket_id, answers, over_all_rating, created_at) values (${rowId()}, ${ticket.id}, ${JSON.stringify(answers)}, 7, now())`,
  );
  for (const locale of ["en", "hi"] as const) {
    const jar = `${cookie}; lang=${locale}`;
    const { text } = await drawn(`/view-ticket?ticketId=${ticket.publicId}`, jar, [view], { locale });
    for (const [place, key] of feedbackQuestions.entries())
      expect(text).toContain(`${say(key, {}, locale)} ${place + 5}`);
  }
});
