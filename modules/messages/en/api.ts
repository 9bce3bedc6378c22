export const api = {
  "api.ok": "OK",
  "api.noSuchCall": "There is no such call",
  "api.notJson": "The body is not a JSON object",
  "api.docsTitle": "API",
  "api.docsIntro": "Every call answers one envelope: status, success, message and data. The document for machines:",
  "api.docsToken":
    "The token of a login is sent as access-token, x-access-token or Authorization: Bearer, and is good for 24 hours.",
  "api.docsKeys":
    "A B2B client's program signs in with an API key of its own, Authorization: Bearer ck_…, which its admins make. It opens the calls that name one of its scopes and is good until it ends or is revoked.",
  "api.docsCodes": "Refusals, by status and code",
  "api.docsScope": "API key with {scope}",
  "api.docsProof":
    "A call marked x-otp-proof needs the phone proved: send data.proof of the call that verified its OTP in that header, or as proof in the body. It is good for 15 minutes and one act.",
  "api.docsOnce":
    "A call marked Idempotency-Key creates something or moves money: with that header it is done once, however often it is sent.",
  "api.docsFor": "For",
  "api.docsRequired": "required",
  "api.docsFind": "Find calls by path, purpose or field",
  "api.docsSearch": "Search",
  "api.docsNothing": "No call has “{find}”.",
  "api.docsAll": "Show all calls",
  "api.docsCopy": "Copy the call",
  "api.docsCopied": "Copied",
} as const;
