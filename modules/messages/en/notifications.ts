export const notifications = {
  "messages.notProven": "This delivery report is not proved",
  "jobs.notFound": "There is no such job",
  "jobs.notFailed": "Only a job that failed is run again",
  "messages.notFound": "There is no such message",
  "messages.underWay": "This message is on its way or has arrived",
  "messages.notRetriable":
    "This message cannot be sent again: one-time passwords are requested anew, and other messages can be sent again within three days only",
  "push.label": "Notify me on this device",
  "push.hint": "New requests with service and pincode, also while this page is closed.",
  "push.on": "On for this browser, until you log out.",
  "push.asking": "Your browser asks you now: choose Allow.",
  "push.blocked":
    "Your browser blocks notifications from this site. To undo it, open the site settings beside the address, set Notifications to Allow, and load this page again.",
  "push.unsupported": "This browser cannot show notifications. On an iPhone, add this site to the Home Screen first.",
  "push.unreachable": "The browser’s push service could not be reached. Please try again later.",
  "push.unknownService": "This browser’s push service is not known here",
  "push.badSubscription": "The browser’s subscription cannot be read",
  "share.noPhone": "Phone number is not defined or invalid",
  "tracking.shareText": "Follow the {product} request {number} here: {link}",
  "sandbox.log": "Message log",
  "sandbox.logHint":
    "What became of each message, as the product keeps it: queued, sent, delivered, failed, given_up or withheld. Phones 60000001xx cannot be reached by WhatsApp, 60000002xx not by SMS.",
  "sandbox.template": "Template",
  "sandbox.tries": "Tries",
  "ticket.broadcastNotOk": "Network response was not ok",
} as const;
