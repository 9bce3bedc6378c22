import { type MessageKey, say } from "#modules/kernel/messages/index.ts";

/**
 * What is answered to a request that is refused before any page or call sees it: a call of the API gets its envelope
 * like every other answer, everybody else the sentence.
 */
export function earlyRefusal(path: string, status: number, key: MessageKey, requestId: string) {
  const message = say(key);
  return /^\/api(\/|$)/i.test(path)
    ? { type: "application/json", body: JSON.stringify({ status, success: 0, message, code: key, requestId }) }
    : { type: "text/plain", body: `${message}\n` };
}
