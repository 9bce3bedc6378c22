export const api = {
  "api.ok": "OK",
  "api.noSuchCall": "There is no such call",
  "api.otherMethod": "This call takes {methods}",
  "api.brokenJson": "The body is not valid JSON",
  "api.unknownWord": "This call takes no query parameter “{name}”",
  "api.notTaken": "This call does not take it",
  "api.notJson": "The body is not a JSON object",
  "api.docsTitle": "API",
  "api.docsIntro": "Every call answers one envelope: status, success, message and data. The document for machines:",
  "api.docsIntroShort": "Every call answers one envelope: status, success, message and data.",
  "api.docsToken":
    "The token of a login is sent as access-token, x-access-token or Authorization, with or without Bearer, and is good for 24 hours.",
  "api.docsKeys":
    "A B2B client's program signs in with an API key of its own, Authorization: Bearer ck_…, which its admins make. It opens the calls that name one of its scopes and is good until it ends or is revoked.",
  "api.docsCodes": "Refusals, by status and code",
  "api.docsScope": "API key with {scope}",
  "api.docsProof":
    "A call marked x-otp-proof needs the phone proved: send data.proof of the call that verified its OTP in that header, or as proof in the body. It is good for 15 minutes and one act.",
  "api.docsOnce":
    "A call marked Idempotency-Key creates something or moves money: with that header it is done once, however often it is sent. An answer that is given again has the header Idempotent-Replayed: true.",
  "api.docsLimits":
    "Each answer says what is left of the caller's limits: RateLimit-Policy names them, RateLimit has what is left (r) and in how many seconds there is more (t). A refusal with 429 says in Retry-After how long to wait.",
  "api.docsStart": "Begin",
  "api.docsStartKey":
    "1. An admin of the client makes an API key on the page of API keys. It is shown once; it stands in these examples as API-KEY.",
  "api.docsStartCreate": "2. Create a request. With an Idempotency-Key it may be sent again without a second request.",
  "api.docsStartRead": "3. Read the client's requests, newest first.",
  "api.docsStartHear": "4. Receive each change by a webhook, or fetch the events since your last call.",
  "api.docsErrors": "All codes",
  "api.docsErrorsLead":
    "A refusal has success 0 and a code that stays the same while its message may change. A call lists those it refuses with; these are all of them, with how many calls have each.",
  "api.docsEveryCall": "any request",
  "api.docsVersions": "Versions and changes",
  "api.docsPolicy":
    "This is version {version}. A later one may add calls, parameters that can be left out, fields of answers and events, values of a field, codes, headers and events: ignore what you do not know. A call, a field or a code that stands here is not taken away and does not get another meaning; what must change comes beside it under another path or name, or for webhooks under another version in the body, and the old one is named as outdated here for at least six months before it ends.",
  "api.docsHelp": "Questions about the API: {phone}, every day {hours} (IST).",
  "api.docsFor": "For",
  "api.docsRequired": "required",
  "api.docsFind": "Find calls by path, purpose or field",
  "api.docsSearch": "Search",
  "api.docsNothing": "No call has “{find}”.",
  "api.docsAll": "Show all calls",
  "api.docsMore": "More calls that match: {count}. Add a word to narrow the search.",
  "api.docsCopy": "Copy the call",
  "api.hooks":
    "A B2B client's own system is told of its requests as they change, and of each upload of them that is over: by a POST with a JSON body to each address that its admins, or the operators, add on its page of webhooks, up to {endpoints} of them. An address is https, on port 443 or 8443, and on the public internet; redirects are not followed.",
  "api.hooksAnswer":
    "A status from 200 to 299 within {answerSeconds} seconds takes a message. Otherwise it is sent again, first after {firstSeconds} seconds, then after longer pauses up to {lastHours} hours. After {tryHours} hours it is given up; for {keptDays} days it can be sent again from the page of deliveries. An address that takes nothing for {silencedDays} days is switched off.",
  "api.hooksOrder":
    "Each message comes at least once, always with the same webhook-id: remember the ids you have taken. Those of one request come in the order in which things happened. An upload is over once: undoing it later deletes its requests, which are told each.",
  "api.hooksFacts":
    "The body says how the request stood at that moment, by the names of {call}. It names no person: that call answers name, phone and address to who may see them. upload.done says what became of an upload's rows, by the names of {uploadCall}, which answers each row; a dry run, and a file whose columns were not found, has none.",
  "api.hooksCheck": "Check that a message is ours",
  "api.hooksSigned":
    "webhook-signature holds v1, and the Base64 of the HMAC-SHA256 over webhook-id.webhook-timestamp.body with the bytes of the secret, as Standard Webhooks says. While a secret is renewed there are two, separated by a space, and one that fits is enough. Receivers to copy, with the secret and a port in their environment:",
  "api.hooksCopy": "Copy the receiver",
  "api.hooksPast":
    "{call} lists what happened in the last {keptDays} days, by time and kind, whether there is a webhook or not: an event has the same id there as in each message about it.",
  "api.hooksHeaders": "Headers",
} as const;
