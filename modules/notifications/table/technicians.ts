import { z } from "zod";
import { technicianAssigned, technicianWithdrawn, visitChanged } from "#modules/tickets/index.ts";
import { trackingLink } from "../tell/facts.ts";
import { notification, text, whenFor } from "../tell/notification.ts";
import { deviceTargets } from "../tell/push-targets.ts";
import { isBeyondLimit, maySetOut, placeAndTime, visitingTechnician } from "../tell/visit-facts.ts";
import { causeOnce } from "./cause.ts";

/* The messages to technicians. */

const id = z.uuid();

const newsNames = ["assigned", "changed", "withdrawn"] as const;
type NewsName = (typeof newsNames)[number];

const templateOf = { assigned: "visitAssigned", changed: "visitChanged", withdrawn: "visitWithdrawn" } as const;

const newsOf =
  (news: NewsName) =>
  ({ ticketId, technicianId }: { ticketId: string; technicianId: string }) => [
    { ticketId, technicianId, news, cause: causeOnce(`ticket:${ticketId}:${news}`) },
  ];

export const technicianNotifications = {
  /**
   * A visit's place, the wanted time and a link; nothing about the customer. Beyond `visitMessagesPerDay` of a request no
   * visit is sent, and then no withdrawal either; a withdrawal is not sent twice in a row.
   */
  visit: notification({
    job: "notifications.tellTechnician",
    payload: z.object({ ticketId: id, technicianId: id, news: z.enum(newsNames), cause: z.string() }),
    events: [
      whenFor(technicianAssigned, newsOf("assigned")),
      whenFor(visitChanged, newsOf("changed")),
      whenFor(technicianWithdrawn, newsOf("withdrawn")),
    ],
    channels: ["sms", "push"],
    audience: ({ ticketId, technicianId, news }) =>
      visitingTechnician(ticketId, technicianId, { limited: news !== "withdrawn" }),
    cause: ({ cause }) => cause,
    text: async (visit, { ticketId, news, cause }, locale) => {
      const withdrawn = news === "withdrawn";
      if (visit.assigned === withdrawn) return undefined;
      if (withdrawn && !(await maySetOut(ticketId, visit.phone, cause))) return undefined;
      return text(templateOf[news], { visit: placeAndTime(visit, locale), link: trackingLink(visit.publicId) });
    },
    push: async ({ publicId }, { ticketId, technicianId, cause }) =>
      (await isBeyondLimit(cause))
        ? undefined
        : {
            to: await deviceTargets(technicianId),
            path: `/ServiceStatus/?${publicId}`,
            tag: `v-${ticketId.slice(-12)}`,
          },
  }),
};
