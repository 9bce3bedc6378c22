/** R174: the closure remarks, to the letter. */
export const closureRemarks = [
  "Visit Done, Work Completed (Payment Collected)",
  "Visited - Estimate Not Approved / Site Not Ready",
  "Visited - Unit not Repairable /Special Skill Required",
  "Not Visited - Can't Deliver Service",
  "Visit Done, Work Completed (Free of Charge)",
] as const;
export type ClosureRemark = (typeof closureRemarks)[number];

/** The remark of a visit that did not happen: it has no price of its own, and no bill. */
export const notVisited = closureRemarks[3];
