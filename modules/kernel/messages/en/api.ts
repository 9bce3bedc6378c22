export const api = {
  "api.ok": "OK",
  "api.noSuchCall": "There is no such call",
  "api.notJson": "The body is not a JSON object",
} as const;
