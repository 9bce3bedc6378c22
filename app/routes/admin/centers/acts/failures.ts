/** What an act on a center says when the server cannot be reached or fails (R380, R382, R397, R404). */
export const centerFailures = {
  capacity: "center.capacityFailed",
  trial: "center.trialFailed",
  delete: "center.deleteFailed",
  switch: "document.checkFailed",
  reject: "document.checkFailed",
  aadhar: "document.checkFailed",
} as const;
