/** The list of a technician's visits. */
export const visitsPath = "/visits";

export const visitSteps = ["go", "start", "photos", "finish"] as const;
export type VisitStep = (typeof visitSteps)[number];

/** What a page of a visit shows: a step, or the door that nobody opens. */
export const visitPages = [...visitSteps, "nobody"] as const;
export type VisitPage = (typeof visitPages)[number];

/** The page of one visit, at a step of its own choice or at the one that is next. */
export const visitPath = (ticketId: string, step?: VisitPage) =>
  `${visitsPath}/${ticketId}${step ? `?step=${step}` : ""}`;

/** The page where a technician has the link to a visit sent again, and what it says afterwards. */
export const resendPath = (step?: "requested") => `/visit${step ? `?step=${step}` : ""}`;

/** The page of a link, once a code was sent or waits to be entered. */
export const linkPath = (token: string, step?: "code" | "wait") => `/visit/${token}${step ? `?step=${step}` : ""}`;
