import { type Locale, locales, say } from "#modules/messages/index.ts";
import { feedbackQuestions, rideQuestions } from "../labels.ts";
import type { Ticket } from "../ticket.entity.ts";
import type { FeedbackAnswer } from "./feedback.entity.ts";

type Question = (typeof feedbackQuestions | typeof rideQuestions)[number];

/** The five questions about a request; those about a pick and drop are of its driver and fare. */
export const questionsOf = ({ vehicleId }: Pick<Ticket, "vehicleId">): readonly Question[] =>
  vehicleId ? rideQuestions : feedbackQuestions;

const isWordedAs = (key: Question, question: string | undefined) =>
  locales.some((locale) => say(key, {}, locale) === question);

/** Returns the place of a question among the five, by its text in any language; -1 for another one. */
export const placeOf = (question: string | undefined): number =>
  feedbackQuestions.findIndex((key, place) => isWordedAs(key, question) || isWordedAs(rideQuestions[place]!, question));

/** Returns a stored question in the words of `tell`; one that is not of the five unchanged. */
export function questionIn(question: string, tell: (key: Question) => string): string {
  const key = [...feedbackQuestions, ...rideQuestions].find((each) => isWordedAs(each, question));
  return key ? tell(key) : question;
}

/** Returns stored answers with their questions in the reader's language. */
export const answersIn = (answers: readonly FeedbackAnswer[], locale: Locale): FeedbackAnswer[] =>
  answers.map(({ question, answer }) => ({ question: questionIn(question, (key) => say(key, {}, locale)), answer }));
