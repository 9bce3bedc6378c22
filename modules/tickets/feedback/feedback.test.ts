import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { day, freezeClock, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { unseal } from "#modules/kernel/crypto.server.ts";
import { row, rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { say } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { asVisitor, aVehicle } from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { aClosedJob } from "#modules/testing/work.ts";
import { checkFeedbackLink, submitFeedback, ticketClosed } from "../index.ts";
import { feedbackQuestions, rideQuestions } from "../labels.ts";
import { SubmitFeedback } from "../shared.ts";
import { feedbackDays } from "./feedback.ts";
import { answersIn } from "./questions.ts";

openDatabase();

const tokens = new Map<string, string>();
hear(ticketClosed, async ({ ticketId, feedbackTokenSealed }) => tokens.set(ticketId, unseal(feedbackTokenSealed)));
afterEach(resetClock);

async function aLink() {
  const { ticket } = await aClosedJob();
  return { ticket, token: tokens.get(ticket.id)! };
}
const answers = (...ratings: number[]) => ratings.map((answer) => ({ answer }));

test("R103 R104 the page's texts", () => {
  expect(say("feedback.loading")).toBe("Loading page...");
  expect(say("feedback.invalid")).toBe("Invalid Feedback Link");
  expect(say("common.submit")).toBe("Submit");
});

test("R104 R110 an unknown token is invalid, one of 30 days ago has expired, a fresh one is open", async () => {
  expect(await checkFeedbackLink("nonsense")).toEqual({ state: "invalid" });
  freezeClock("2026-11-21T10:00:00+05:30");
  const { ticket, token } = await aLink();
  expect(await checkFeedbackLink(token)).toEqual({ state: "open", ticketId: ticket.ticketId, ride: false });
  moveClock(feedbackDays * day);
  expect(await checkFeedbackLink(token)).toMatchObject({ state: "expired" });
  for (const dead of [token, "nonsense"]) {
    await expect(submitFeedback(asVisitor(), { token: dead, answers: answers(1, 2, 3, 4, 5) })).rejects.toMatchObject({
      kind: "invalid",
      key: "feedback.invalid",
    });
  }
});

test("R106 five questions, in the order of the specification", () => {
  expect(feedbackQuestions).toHaveLength(5);
  expect(say(feedbackQuestions[0])).toMatch(/find us.*book/);
  expect(say(feedbackQuestions[1])).toMatch(/transparent.*after the booking/);
  expect(say(feedbackQuestions[2])).toMatch(/tools and knowledge/);
  expect(say(feedbackQuestions[3])).toMatch(/price you paid/);
  expect(say(feedbackQuestions[4])).toMatch(/overall experience/);
});

test("a kept question is shown in the reader's language, and a foreign one as it is", () => {
  const hindi = feedbackQuestions.map((key) => say(key, {}, "hi"));
  const shown = (questions: readonly string[]) =>
    answersIn(
      questions.map((question, place) => ({ question, answer: place + 1 })),
      "hi",
    );
  const wanted = hindi.map((question, place) => ({ question, answer: place + 1 }));
  expect(shown(feedbackQuestions.map((key) => say(key)))).toEqual(wanted);
  expect(shown(hindi)).toEqual(wanted);
  expect(shown(["Was it clean?"])).toEqual([{ question: "Was it clean?", answer: 1 }]);
});

test("a pick and drop is asked about its driver and fare, and the answers keep those questions", async () => {
  const { ticket, token } = await aLink();
  await rows(sql`update tickets set vehicle_id = ${(await aVehicle()).id} where id = ${ticket.id}`);
  expect(await checkFeedbackLink(token)).toMatchObject({ ride: true });
  const named = rideQuestions.map((key, place) => ({ question: say(key, {}, "hi"), answer: place + 1 }));
  const { answers: stored } = await submitFeedback(asVisitor(), { token, answers: named.toReversed() });
  expect(stored[2]).toEqual({ question: "Did the driver know the way and drive safely?", answer: 3 });
  expect(answersIn(stored, "hi")).toEqual(named);
});

test("R107 R108 each question is answered 1 to 10, and all five are", () => {
  const parse = (answersInput: unknown) => SubmitFeedback.safeParse({ token: "t", answers: answersInput });
  expect(parse([1, "10", 5, 5, 5]).success).toBe(true);
  expect(parse(answers(1, 2, 3, 4, 5)).success).toBe(true);
  for (const wrong of [0, 11, 2.5, "", null, "good"]) {
    const { error } = parse([wrong, 1, 1, 1, 1]);
    expect(error?.issues[0]).toMatchObject({ path: ["answers", 0, "answer"], message: "feedback.range" });
  }
  for (const short of [[], [1, 2, 3, 4], [1, 2, 3, 4, 5, 6], undefined]) {
    expect(parse(short).error?.issues[0]).toMatchObject({ path: ["answers"], message: "feedback.incomplete" });
  }
});

test("R105 R109 Q102 answers are kept with our questions and their average to one decimal, then the link is used", async () => {
  const { ticket, token } = await aLink();
  expect(await submitFeedback(asVisitor(), { token, answers: answers(9, 8, 7, 10, 9) })).toMatchObject({
    overAllRating: 8.6,
  });
  expect(await checkFeedbackLink(token)).toEqual({
    state: "used",
    ticketId: ticket.ticketId,
    ride: false,
    overAllRating: 8.6,
    answers: feedbackQuestions.map((key, index) => ({ question: say(key), answer: [9, 8, 7, 10, 9][index] })),
  });
  await expect(submitFeedback(asVisitor(), { token, answers: answers(1, 1, 1, 1, 1) })).rejects.toMatchObject({
    kind: "conflict",
    key: "feedback.used",
  });
  const entries = (await historyOf("ticket", ticket.id)).filter(({ event }) => event === "ticket.feedbackGiven");
  expect(entries).toMatchObject([{ data: { overAllRating: 8.6 } }]);
});

test("answers that come with their questions, in either language, are put in our order", async () => {
  const { token } = await aLink();
  const shuffled = [4, 2, 0, 1, 3].map((position) => ({
    question: say(feedbackQuestions[position]!, {}, position % 2 ? "hi" : "en"),
    answer: position + 1,
  }));
  const stored = await submitFeedback(asVisitor(), { token, answers: shuffled });
  expect(stored.answers.map(({ answer }) => answer)).toEqual([1, 2, 3, 4, 5]);
});

test("what a caller calls a question is never kept", async () => {
  const { token } = await aLink();
  const stored = await submitFeedback(asVisitor(), {
    token,
    answers: answers(1, 2, 3, 4, 5).map((answer) => ({ ...answer, question: "<script>alert(1)</script>" })),
  });
  expect(stored.answers.map(({ question }) => question)).toEqual(feedbackQuestions.map((key) => say(key)));
  expect(stored.answers.map(({ answer }) => answer)).toEqual([1, 2, 3, 4, 5]);
});

test("twenty submissions at once are kept as one", async () => {
  const { ticket, token } = await aLink();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      unitOfWork(() => submitFeedback(asVisitor(), { token, answers: answers(...Array(5).fill((index % 10) + 1)) })),
    ),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await rows(sql`select 1 from feedbacks where ticket_id = ${ticket.id}`)).toHaveLength(1);
});

test("of a link's token only the hash is kept", async () => {
  const { ticket, token } = await aLink();
  expect(Buffer.from(token, "base64url")).toHaveLength(16);
  const dump = await row<{ all: string }>(
    sql`select (select json_agg(l)::text from feedback_links l) || (select json_agg(h)::text from history h) as all`,
  );
  expect(dump?.all).not.toContain(token);
  expect(ticket.status).toBe("CLOSED");
});
