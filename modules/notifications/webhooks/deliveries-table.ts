import type { Table } from "#modules/kernel/lists/list.server.ts";
import type { Delivery } from "./input.ts";
import { answerWord, eventWord } from "./words.ts";

/** The log of a client's webhooks; `host` is that of the endpoint's address. */
export const deliveriesTable: Table<Delivery & { host: string }> = {
  key: ({ id }) => id,
  columns: [
    {
      id: "happened",
      label: "webhook.column.happened",
      kind: "moment",
      width: 150,
      value: ({ createdAt }) => createdAt,
    },
    {
      id: "event",
      label: "webhook.column.event",
      kind: "text",
      width: 200,
      value: ({ event }, tell) => eventWord(event, tell),
    },
    { id: "request", label: "common.request", kind: "text", width: 150, value: ({ request }) => request },
    { id: "address", label: "common.address", kind: "text", width: 140, value: ({ host }) => host },
    {
      id: "state",
      label: "common.condition",
      kind: "text",
      width: 110,
      value: ({ state }, tell) => tell(`webhook.delivery.${state}`),
    },
    { id: "tries", label: "common.tries", kind: "count", width: 60, value: ({ attempts }) => attempts },
    {
      id: "answer",
      label: "common.answer",
      kind: "text",
      width: 160,
      value: (delivery, tell) => answerWord(delivery, tell),
    },
    { id: "next", label: "webhook.column.next", kind: "moment", width: 150, value: ({ nextAt }) => nextAt },
  ],
};
