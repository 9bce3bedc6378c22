import { type MessageKey, say } from "#modules/messages/index.ts";

/**
 * The answer to a request that is refused before any page or call handles it: the API's envelope for an API call,
 * otherwise the sentence as text.
 */
export function earlyRefusal(path: string, status: number, key: MessageKey, requestId: string) {
  const message = say(key);
  return /^\/api(\/|$)/i.test(path)
    ? { type: "application/json", body: JSON.stringify({ status, success: 0, message, code: key, requestId }) }
    : { type: "text/plain", body: `${message}\n` };
}
