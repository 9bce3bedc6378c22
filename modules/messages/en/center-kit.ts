export const centerKit = {
  "centers.act.kit": "Onboarding kit paid",
  "center.kitReference": "Reference of the payment",
  "center.kitReferenceHint":
    "The number of the transfer or receipt: letters, digits, spaces, - and /. The center’s rows in the broadcasted list are cyan from then on.",
  "center.kitReferenceMissing": "Please enter the reference of the payment",
  "center.kitReferenceShape": "Please use only letters, digits, spaces, - and / in the reference",
  "center.kitPaidAs": "It is already marked as paid: {reference}",
  "center.kitMark": "Mark as paid",
  "center.kitMarked": "The onboarding kit is marked as paid",
  "center.kitTakenBack": "The onboarding kit is not marked as paid any more",
  "center.kitTakeBack": "The onboarding kit of {name} was not paid after all?",
  "center.kitTakeBackAct": "Not paid",
  "center.kitPaidBy": "It was marked as paid on {date}: {reference}",
  "center.kitPaidAlready": "It is marked as paid.",
  "center.change.kitPaid": "marked the onboarding kit as paid",
  "center.change.kitUnpaid": "marked the onboarding kit as not paid",
} as const;
