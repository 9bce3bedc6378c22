export const notifications = {
  "messages.notProven": "This delivery report is not proved",
  "messages.notFound": "There is no such message",
  "messages.underWay": "This message is on its way or has arrived",
  "messages.notRetriable":
    "This message cannot be sent again: one-time passwords are asked for anew, and after three days it is too late",
} as const;
