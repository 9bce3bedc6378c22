import type { MessageKey } from "#modules/messages/index.ts";
import { activeStep, type StatusStep, skippedSteps, type statusSteps } from "../labels.ts";
import type { Ticket } from "../ticket.entity.ts";

type Step = (typeof statusSteps)[number];

/** R086: the six steps in order, with the history event that marks when each was reached. */
const steps: { step: Step; label: MessageKey; event: string; column?: (ticket: Ticket) => Date | null | undefined }[] =
  [
    { step: "CREATED", label: "timeline.created", event: "ticket.created", column: (ticket) => ticket.createdAt },
    {
      step: "ASSIGNED",
      label: "timeline.assigned",
      event: "ticket.technicianAssigned",
      column: (ticket) => ticket.assignedAt,
    },
    { step: "STARTED", label: "timeline.started", event: "ticket.started", column: (ticket) => ticket.startedAt },
    { step: "COMPLETED", label: "timeline.completed", event: "ticket.closed", column: (ticket) => ticket.closedAt },
    { step: "INVOICED", label: "timeline.invoiced", event: "ticket.invoiced", column: (ticket) => ticket.closedAt },
    { step: "FEEDBACK", label: "timeline.feedback", event: "ticket.feedbackGiven" },
  ];

export type TimelineStep = {
  step: Step;
  label: MessageKey;
  state: "done" | "active" | "todo" | "skipped";
  at: Date | null;
};

/** The history events a timeline is built from. */
export const timelineEvents = steps.map(({ event }) => event);

/**
 * The timeline of a ticket: completed steps with their times from the history, those that did not happen,
 * the active step, and the steps ahead.
 */
export function timelineOf(
  ticket: Ticket,
  reached: readonly StatusStep[],
  eventTimes: Readonly<Record<string, string>>,
): TimelineStep[] {
  const active = activeStep(reached);
  const skipped = skippedSteps(ticket);
  return steps.map(({ step, label, event, column }, index) => {
    const done = reached.includes(step) && !skipped.includes(step);
    const at = eventTimes[event] ? new Date(eventTimes[event]) : column?.(ticket);
    return {
      step,
      label,
      state: done ? "done" : skipped.includes(step) ? "skipped" : index + 1 === active ? "active" : "todo",
      at: (done && at) || null,
    };
  });
}
