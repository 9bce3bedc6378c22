import { sql } from "kysely";
import { z } from "zod";
import { type Rating, ratedText, ratingsOf } from "#modules/centers/index.ts";
import { type Actor, isClient } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { allOf } from "#modules/kernel/db/sql.ts";
import { denied } from "#modules/kernel/errors.ts";
import {
  type Count,
  countRows,
  type Page,
  type Place,
  pageByCreation,
  pageMap,
} from "#modules/kernel/lists/keyset.server.ts";
import { defineList } from "#modules/kernel/lists/list.server.ts";
import { bound, optionalText } from "#modules/kernel/validation.ts";
import { feedbackGrades, feedbackStates } from "../labels.ts";
import { visibleTo } from "../policy.ts";
import { readingOf } from "../reading.ts";
import type { FeedbackAnswer } from "./feedback.entity.ts";
import { questionIn } from "./questions.ts";

/* The feedback on closed requests, and that which is still awaited, as a list (002 §2.16). */

const FeedbackFilter = z.object({
  /** The number of a request. */
  number: optionalText(40),
  state: z.enum(feedbackStates).optional(),
  grade: z.enum(feedbackGrades).optional(),
  from: bound("start"),
  to: bound("end"),
  oldestFirst: z.boolean().optional(),
});
type FeedbackFilter = z.output<typeof FeedbackFilter>;

/** A feedback, or a link that awaits it; names and places as this admin may read them. */
export type FeedbackRow = {
  id: string;
  /** When the request was closed and the link was sent. */
  createdAt: Date;
  /** Public id and human number of the request. */
  ticketId: string;
  number: string;
  center: string | null;
  centerId: string | null;
  centerRating: Rating | null;
  technician: string | null;
  technicianId: string | null;
  technicianRating: Rating | null;
  name: string;
  address: string;
  submitted: boolean;
  /** Empty until it is submitted. */
  answers: FeedbackAnswer[];
  /** 1 to 10, one decimal (Q102); null until it is submitted. */
  overAllRating: number | null;
};

type FeedbackRecord = Omit<
  FeedbackRow,
  "address" | "centerRating" | "technicianRating" | "answers" | "overAllRating"
> & {
  answers: FeedbackAnswer[] | null;
  overAllRating: string | null;
  houseNumber: string | null;
  locality: string | null;
  city: string | null;
  state: string | null;
  pincode: string;
  closedAt: Date | null;
  cancelledAt: Date | null;
};

const grades = {
  LOW: sql`f.over_all_rating <= 4`,
  MIDDLE: sql`f.over_all_rating > 4 and f.over_all_rating < 8`,
  HIGH: sql`f.over_all_rating >= 8`,
} as const;

/** The SQL condition over `feedback_links l`, `tickets t` and `feedbacks f`; a client's admins are refused (Q10). */
function filterCondition(actor: Actor, { number, state, grade, from, to }: FeedbackFilter) {
  if (actor.kind !== "admin" || isClient(actor)) throw denied();
  return allOf([
    visibleTo(actor),
    number && sql`l.ticket_id = (select id from tickets where ticket_id = ${number.toUpperCase()})`,
    (state === "GIVEN" || grade) && sql`l.used_at is not null`,
    state === "AWAITED" && sql`l.used_at is null`,
    grade && grades[grade],
    from && sql`l.created_at >= ${from}`,
    to && sql`l.created_at <= ${to}`,
  ]);
}

const from = sql`from feedback_links l join tickets t on t.id = l.ticket_id
  left join feedbacks f on f.ticket_id = l.ticket_id and l.used_at is not null`;

async function listFeedback(
  actor: Actor,
  { after, before, take, ...filter }: FeedbackFilter & Place,
): Promise<Page<FeedbackRow>> {
  const where = filterCondition(actor, filter);
  const page = await pageByCreation<FeedbackRecord>(
    actor,
    { after, before, take, oldestFirst: filter.oldestFirst },
    "l",
    (rest) =>
      rows(
        sql`select l.id, l.created_at as "createdAt", l.used_at is not null as submitted, f.answers,
                f.over_all_rating as "overAllRating", t.public_id as "ticketId", t.ticket_id as number, t.name,
                t.house_number as "houseNumber", t.locality, t.city, t.state, t.pincode, t.closed_at as "closedAt",
                t.cancelled_at as "cancelledAt", t.center_id as "centerId", c.center_name as center,
                t.technician_id as "technicianId", w.name as technician
           ${from}
           left join centers c on c.id = t.center_id left join technicians w on w.id = t.technician_id
          where ${where} ${rest}`,
      ),
  );
  const ids = (owner: "centerId" | "technicianId") => [
    ...new Set(page.rows.flatMap((feedback) => feedback[owner] ?? [])),
  ];
  const centers = await ratingsOf("center", ids("centerId"));
  const technicians = await ratingsOf("technician", ids("technicianId"));
  return pageMap(page, ({ houseNumber, locality, city, state, pincode, closedAt, cancelledAt, ...feedback }) => {
    const read = readingOf(actor, { closedAt, cancelledAt });
    return {
      ...feedback,
      name: read.name(feedback.name),
      center: read.note(feedback.center),
      technician: read.note(feedback.technician),
      centerRating: (feedback.centerId && centers.get(feedback.centerId)) || null,
      technicianRating: (feedback.technicianId && technicians.get(feedback.technicianId)) || null,
      address: [read.place(houseNumber), read.locality(locality), read.city(city), state, pincode]
        .filter(Boolean)
        .join(", "),
      answers: feedback.answers ?? [],
      overAllRating: feedback.overAllRating === null ? null : Number(feedback.overAllRating),
    };
  });
}

function countFeedback(actor: Actor, filter: FeedbackFilter): Promise<Count> {
  return countRows(sql`${from} where ${filterCondition(actor, filter)}`, sql`l.created_at desc, l.id desc`);
}

/** One feedback of the list by its id; undefined for one this admin does not find. */
export async function feedbackOfLink(actor: Actor, id: string): Promise<FeedbackAnswer[] | undefined> {
  const where = filterCondition(actor, {});
  const [feedback] = await rows<{ answers: FeedbackAnswer[] | null }>(
    sql`select f.answers ${from} where ${where} and l.id = ${id}::uuid`,
  );
  return feedback && (feedback.answers ?? []);
}

/** R444: the feedback list, newest link first. */
export const feedbackList = defineList<typeof FeedbackFilter, FeedbackRow>({
  name: "feedback",
  title: "common.feedbackList",
  can: "view_admin_bar",
  filter: FeedbackFilter,
  key: ({ id }) => id,
  page: listFeedback,
  count: countFeedback,
  columns: [
    { id: "center", label: "common.center", kind: "text", width: 160, value: ({ center }) => center },
    {
      id: "centerRating",
      label: "feedbackList.centerRating",
      kind: "text",
      off: true,
      value: ({ centerRating }) => ratedText(centerRating),
    },
    {
      id: "number",
      label: "feedbackList.ticket",
      kind: "text",
      width: 132,
      always: true,
      value: ({ number }) => number,
    },
    { id: "technician", label: "common.technician", kind: "text", width: 132, value: ({ technician }) => technician },
    {
      id: "technicianRating",
      label: "feedbackList.technicianRating",
      kind: "text",
      off: true,
      value: ({ technicianRating }) => ratedText(technicianRating),
    },
    { id: "customer", label: "common.customer", kind: "text", width: 100, value: ({ name }) => name },
    { id: "address", label: "common.address", kind: "address", width: 112, value: ({ address }) => address },
    {
      id: "feedback",
      label: "feedbackList.feedback",
      kind: "text",
      width: 108,
      value: ({ answers }) => answers.map(({ answer }) => answer).join(" · ") || null,
    },
    { id: "submitted", label: "feedbackList.submitted", kind: "yesNo", width: 84, value: ({ submitted }) => submitted },
    {
      id: "rating",
      label: "feedbackList.rating",
      kind: "text",
      width: 88,
      value: ({ overAllRating }) => (overAllRating === null ? null : overAllRating.toFixed(1)),
    },
    {
      id: "created",
      label: "feedbackList.asked",
      kind: "moment",
      width: 92,
      sorts: true,
      value: ({ createdAt }) => createdAt,
      off: true,
    },
    {
      id: "answers",
      label: "feedbackList.answers",
      kind: "text",
      on: "file",
      value: ({ answers }, tell) =>
        answers.map(({ question, answer }) => `${questionIn(question, tell)} ${answer}`).join("\n"),
    },
  ],
});
