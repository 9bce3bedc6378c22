/** What is refused about the webhooks of clients. */
export const webhooks = {
  "webhook.urlWrong": "Enter the whole address, without a password in it",
  "webhook.urlHttps": "The address must begin with https://",
  "webhook.urlPort": "Only the ports 443 and 8443 are called",
  "webhook.noEvent": "Choose what it is told",
  "webhook.tooMany": "There are {most} webhooks already. Remove one that is not needed.",
  "webhook.notFound": "This webhook does not exist",
  "webhook.noDelivery": "This delivery does not exist",
  "webhook.isOff": "The webhook is switched off",
  "webhook.waits": "This delivery is waiting already",
  "webhook.testsWait": "Five tests wait already",
} as const;
