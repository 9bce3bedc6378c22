export const api = {
  "api.ok": "OK",
  "api.noSuchCall": "There is no such call",
  "api.notJson": "The body is not a JSON object",
  "api.docsTitle": "API",
  "api.docsIntro": "Every call answers one envelope: status, success, message and data. The document for machines:",
  "api.docsFor": "For",
  "api.docsRequired": "required",
} as const;
