/** Who signs in at a center's desk beside its owner. */
export const deskLogins = {
  "deskLogin.title": "Desk logins",
  "deskLogin.lead":
    "People who work at your desk log in with their own phone and OTP. They see your requests and do everything with them, also accept new ones from your wallet. They do not see wallet, subscription, papers, technicians' data and this page.",
  "deskLogin.add": "Add a person",
  "deskLogin.phoneHint": "A number that no center, technician or other person here logs in with.",
  "deskLogin.since": "Added on {date}",
  "deskLogin.signedIn": "Last login: {date}",
  "deskLogin.neverSignedIn":
    "Has not logged in yet. Ends on {date} if there is no login with an OTP to this number before.",
  "deskLogin.end": "End login",
  "deskLogin.own": "Your login",
  "deskLogin.ownHint":
    "You log in at the desk of this center with your own number. Once ended, only the owner can add you again.",
  "deskLogin.endOwn": "End my login",
  "deskLogin.endOf": "End login of {name}",
  "deskLogin.endConfirm":
    "End the login of {name}? {name} is logged out at once on every device and can log in no more.",
  "deskLogin.full": "You have {n} desk logins, which is the most. End one to add another person.",
  "deskLogin.added": "The person can log in now, with an OTP to this number",
  "deskLogin.ended": "The login has ended",
  "deskLogin.phoneTaken": "Somebody logs in with this number already. Enter another one.",
  "deskLogin.tooMany": "A center has at most {n} desk logins. End one first.",
  "deskLogin.triesOver": "You tried to add people too often. Try again in {hours} h.",
  "deskLogin.notFound": "This login is not there any more",
  "deskLogin.ownersAlone": "Only the owner of your center can do this",
} as const;
