import { z } from "zod";
import { seal, unseal } from "#modules/kernel/crypto.server.ts";
import {
  makeTechnicianLink,
  technicianAssigned,
  technicianWithdrawn,
  visitChanged,
  visitLinkRequested,
} from "#modules/tickets/index.ts";
import { trackingLink, visitLink } from "../tell/facts.ts";
import { notification, text, whenFor } from "../tell/notification.ts";
import { deviceTargets } from "../tell/push-targets.ts";
import { isBeyondLimit, maySetOut, placeAndTime, visitingTechnician } from "../tell/visit-facts.ts";
import { causeOnce } from "./cause.ts";

/* The messages to technicians. */

const id = z.uuid();

const newsNames = ["assigned", "changed", "withdrawn"] as const;
type NewsName = (typeof newsNames)[number];

const templateOf = { assigned: "visitAssigned", changed: "visitChanged", withdrawn: "visitWithdrawn" } as const;

type Visiting = { ticketId: string; technicianId: string };

const newsOf = ({ ticketId, technicianId }: Visiting, news: NewsName) => ({
  ticketId,
  technicianId,
  news,
  cause: causeOnce(`ticket:${ticketId}:${news}`),
});

/** The message of an act that sends the link again: one, however often its job runs. */
const linkAgain = async ({ ticketId, technicianId, sendId }: Visiting & { sendId: string }) => [
  {
    ticketId,
    technicianId,
    news: "assigned" as const,
    cause: `ticket:${ticketId}:link:${sendId}`,
    linkSealed: seal(await makeTechnicianLink({ ticketId, technicianId })),
  },
];

/** With a link that the technician opens the visit by. */
const withLink = (news: NewsName) => async (visiting: Visiting) => [
  { ...newsOf(visiting, news), linkSealed: seal(await makeTechnicianLink(visiting)) },
];

const linkOf = ({ publicId }: { publicId: string }, linkSealed: string | undefined) =>
  linkSealed === undefined ? trackingLink(publicId) : visitLink(unseal(linkSealed));

/** What follows the host in one of our addresses. */
const pathOf = (address: string) => address.replace(/^https?:\/\/[^/]+/, "");

export const technicianNotifications = {
  /**
   * A visit's place, the wanted time and the link that opens it; nothing about the customer. Beyond `visitMessagesPerDay` of a request no
   * visit is sent, and then no withdrawal either; a withdrawal is not sent twice in a row.
   */
  visit: notification({
    job: "notifications.tellTechnician",
    payload: z.object({
      ticketId: id,
      technicianId: id,
      news: z.enum(newsNames),
      cause: z.string(),
      /** The token of its link; a withdrawn visit has none. */
      linkSealed: z.string().optional(),
    }),
    events: [
      whenFor(technicianAssigned, withLink("assigned")),
      whenFor(visitChanged, withLink("changed")),
      whenFor(visitLinkRequested, linkAgain),
      whenFor(technicianWithdrawn, (visiting) => [newsOf(visiting, "withdrawn")]),
    ],
    channels: ["sms", "push"],
    audience: ({ ticketId, technicianId, news }) =>
      visitingTechnician(ticketId, technicianId, { limited: news !== "withdrawn" }),
    cause: ({ cause }) => cause,
    text: async (visit, { ticketId, news, cause, linkSealed }, locale) => {
      const withdrawn = news === "withdrawn";
      if (visit.assigned === withdrawn) return undefined;
      if (withdrawn && !(await maySetOut(ticketId, visit.phone, cause))) return undefined;
      return text(templateOf[news], { visit: placeAndTime(visit, locale), link: linkOf(visit, linkSealed) });
    },
    push: async (visit, { ticketId, technicianId, cause, linkSealed }) =>
      (await isBeyondLimit(cause))
        ? undefined
        : {
            to: await deviceTargets(technicianId),
            path: pathOf(linkOf(visit, linkSealed)),
            tag: `v-${ticketId.slice(-12)}`,
          },
  }),
};
