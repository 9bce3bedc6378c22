import { call, type Knock, noSession, open, read } from "./ask.ts";

/** What its customer does with a request, for who proved its phone; a session of another kind is nobody here. */
const own = { ...noSession, ids: { id: open } } as const;

export const ownVisitDoors: Record<string, Knock> = {
  "GET api/center/tickets/{id}/choices": read("center/tickets/{id}/choices", own),
  "PUT api/center/tickets/{id}/cancel": call("center/tickets/{id}/cancel", {
    ...own,
    send: () => ({ rule_id: "01938d2a-0000-7000-8000-000000000012", fee: 0 }),
  }),
  "PUT api/center/tickets/{id}/undo-cancel": call("center/tickets/{id}/undo-cancel", own),
  "PUT api/center/tickets/{id}/place": call("center/tickets/{id}/place", {
    ...own,
    send: () => ({ house_number: "14", locality: "Niwaru Road", version: 0 }),
  }),
  "POST api/center/tickets/{id}/note": call("center/tickets/{id}/note", {
    ...own,
    send: () => ({ note: "The bell is broken" }),
  }),
  "PUT api/center/tickets/{id}/time": call("center/tickets/{id}/time", {
    ...own,
    send: () => ({ time_preference: { time_preference_type: "WITHIN_24_HOURS" }, version: 0 }),
  }),
  "PUT api/center/tickets/{id}/choose-window": call("center/tickets/{id}/choose-window", {
    ...noSession,
    ids: { id: open, proposal: async () => "0193a4f0-7c1e-7b8a-9c55-3f0d2a6b7e10" },
    send: ({ proposal }) => ({ proposal_id: proposal, window: "2026-11-30T12:00" }),
  }),
  "PUT api/center/tickets/{id}/nobody-came": call("center/tickets/{id}/nobody-came", {
    ...own,
    send: () => ({ choice: "wait" }),
  }),
};
