export const visitRules = {
  "visitRules.title": "Visit rules",
  "visitRules.lead":
    "What it costs to end a request before the visit. Another version is in force once a second admin has approved it; what was decided before keeps its version.",
  "visitRules.state.IN_FORCE": "Version {version}, in force",
  "visitRules.state.WAITING": "Version {version}, waits for a second admin",
  "visitRules.state.REPLACED": "Version {version}, replaced",
  "visitRules.state.REFUSED": "Version {version}, refused",
  "visitRules.state.WITHDRAWN": "Version {version}, withdrawn",
  "visitRules.by": "Proposed by {name} on {time}.",
  "visitRules.ofProduct": "It comes with the product.",
  "visitRules.decidedBy": "Decided by {name} on {time}.",
  "visitRules.rule.before_acceptance": "A customer cancels before a center accepts: the fee goes back.",
  "visitRules.rule.early":
    "A customer cancels up to {minutes} minutes before the wanted time: the fee goes back, and so does the whole lead price.",
  "visitRules.rule.late.kept":
    "A customer cancels later: the fee stays, and {percent} % of the lead price go back to the center.",
  "visitRules.rule.late.back":
    "A customer cancels later: the fee goes back, and {percent} % of the lead price go back to the center.",
  "visitRules.rule.change":
    "A customer changes the time up to {minutes} minutes before it, at most {most} times a request: without a fee.",
  "visitRules.rule.missed":
    "Nobody comes until {minutes} minutes after the window: the fee goes back if the customer wants it, {percent} % of the lead price go back, and it is counted in the center's history.",
  "visitRules.rule.free":
    "A center hands back within {minutes} minutes of accepting, {most} times in {days} days: the whole lead price goes back, and it is not counted.",
  "visitRules.rule.later":
    "A center hands back otherwise: {percent} % of the lead price go back, and it is counted in its history.",
  "visitRules.propose": "Propose another version",
  "visitRules.proposeAct": "Propose",
  "visitRules.earlyMinutes": "Free for the customer until so many minutes before the wanted time",
  "visitRules.lateFee": "The fee when a customer cancels later",
  "visitRules.fee.kept": "The fee stays",
  "visitRules.fee.back": "The fee goes back",
  "visitRules.lateLeadPercent": "Percent of the lead price back to the center when a customer cancels later",
  "visitRules.freeMinutes": "A hand-back is free within so many minutes of accepting",
  "visitRules.freeAtMost": "Free hand-backs of a center in {days} days",
  "visitRules.laterLeadPercent": "Percent of the lead price back to the center for any other hand-back",
  "visitRules.needsSecond": "You proposed this version. Another admin who may move money decides about it.",
  "visitRules.refuse": "Refuse",
  "visitRules.proposed": "The version waits for a second admin.",
  "visitRules.approved": "The version is in force.",
  "visitRules.refused": "The version was refused.",
  "visitRules.withdrawn": "The version was withdrawn.",
  "visitRules.changed": "Other rules are in force by now. Please look at them first.",
  "visitRules.waits": "Another version waits for its decision.",
  "visitRules.same": "This version changes nothing.",
  "visitRules.notFound": "This version is not known",
  "visitRules.own": "A version is decided by another admin than the one who proposed it.",
  "visitRules.notOwn": "Only who proposed a version withdraws it.",
  "visitRules.decided": "This version has been decided about.",
  "visitRules.percent": "Please enter whole percent, 0 to 100",
  "visitRules.minutes": "Please enter whole minutes within the limit",
  "visitRules.atMost": "Please enter a whole number, 0 to 100",
} as const;
