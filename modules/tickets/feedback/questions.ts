import { type Locale, locales, say } from "#modules/messages/index.ts";
import { feedbackQuestions } from "../labels.ts";
import type { FeedbackAnswer } from "./feedback.entity.ts";

/** The place of a question among the five, in whatever language it is asked; -1 for another one. */
export const placeOf = (question: string | undefined): number =>
  feedbackQuestions.findIndex((key) => locales.some((locale) => say(key, {}, locale) === question));

/** A kept question as `tell` says it; one that is not of the five stays as it is. */
export function questionIn(question: string, tell: (key: (typeof feedbackQuestions)[number]) => string): string {
  const key = feedbackQuestions[placeOf(question)];
  return key ? tell(key) : question;
}

/** Kept answers with their questions in the reader's language. */
export const answersIn = (answers: readonly FeedbackAnswer[], locale: Locale): FeedbackAnswer[] =>
  answers.map(({ question, answer }) => ({ question: questionIn(question, (key) => say(key, {}, locale)), answer }));
