/** What is sold to centers: a year, its first instalment, and the balance of one. */
export const subscription = {
  "subscription.product": "Please choose what to buy",
  "subscription.payBy": "Please choose card or wallet",
  "subscription.reference": "Please enter the reference of the payment",
  "subscription.notSold": "This cannot be bought at the moment",
  "subscription.priceChanged": "The price is {amount} now. Please look at it again.",
  "subscription.waiting": "A subscription of this center waits for a second admin already",
  "subscription.referenceTaken": "A payment with this reference was entered already, for {center}",
  "subscription.bought": "Subscribed successfully",
  "subscription.toPay": "Please pay to subscribe",
  "subscription.entered": "The subscription was entered",
  "subscription.of.annual": "Annual subscription",
  "subscription.of.first_instalment": "First instalment",
  "subscription.of.balance": "Balance of the year",
  "notice.subscribed": "You are subscribed until {date}",
  "notice.subscribedHint": "{product}: {amount} paid.",
  "notice.subscribedBalance": "{product}: {amount} paid. Pay {balance} for the rest of the year before {date}.",
  "notice.notSubscribed": "Your payment of {amount} goes back",
  "notice.notSubscribedHint":
    "{product} could not be bought any more when the payment arrived. The amount returns to where it was paid from.",
};
