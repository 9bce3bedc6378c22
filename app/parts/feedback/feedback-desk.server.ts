import type { Admin, DeskList } from "#app/parts/lists/desk-list.server.ts";
import { id } from "#modules/kernel/validation.ts";
import { say } from "#modules/messages/index.ts";
import { answersIn, type FeedbackRow, feedbackList, feedbackOfLink, may } from "#modules/tickets/index.ts";
import { feedbackGrades, feedbackStates } from "#modules/tickets/shared.ts";

/* The feedback list as a screen (002 §2.16). */

const feedbackExtra = (admin: Admin, row: FeedbackRow) => ({
  ticketId: row.ticketId,
  number: row.number,
  submitted: row.submitted,
  grade: row.overAllRating,
  centerRating: row.centerRating,
  technicianRating: row.technicianRating,
  /** Whether this admin may open the request itself. */
  maySee: may(admin, "seeRequests"),
});
export type FeedbackExtra = ReturnType<typeof feedbackExtra>;

const acts = ["view"] as const;

export type AlsoOfFeedback = {
  /** The open popup: question and answer pairs, none where none were given; null for a feedback that is gone. */
  popup: { answers: { question: string; answer: number }[] | null } | null;
};

export const feedbackDesk: DeskList<FeedbackRow, FeedbackExtra, AlsoOfFeedback> = {
  list: feedbackList,
  path: "/admin-feedBack",
  filters: [
    { name: "number", label: "lists.number", maxLength: 40, find: true },
    {
      name: "state",
      label: "feedbackList.submitted",
      choices: (_admin, { locale }) =>
        feedbackStates.map((value) => ({ value, label: say(`feedbackList.state.${value}`, {}, locale) })),
    },
    {
      name: "grade",
      label: "feedbackList.rating",
      choices: (_admin, { locale }) =>
        feedbackGrades.map((value) => ({ value, label: say(`feedbackList.grade.${value}`, {}, locale) })),
    },
  ],
  dialogs: acts,
  extras: feedbackExtra,
  also: async (admin, { act, of }, { locale }) => {
    if (act !== "view" || !of) return { popup: null };
    const link = id.safeParse(of);
    const answers = link.success && (await feedbackOfLink(admin, link.data));
    return { popup: { answers: answers ? answersIn(answers, locale) : null } };
  },
};
