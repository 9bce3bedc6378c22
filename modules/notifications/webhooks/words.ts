import { isMessageKey, type MessageKey } from "#modules/messages/index.ts";
import type { DeliveryTry } from "./input.ts";

type Say = (key: MessageKey) => string;

/** What happened, in words; an event of an older release by its name. */
export function eventWord(event: string, say: Say): string {
  const key = `webhook.event.${event}`;
  return isMessageKey(key) ? say(key) : event;
}

/** The status an endpoint answered, or why there was none; null before the first try. */
export const answerWord = ({ answered, error }: Pick<DeliveryTry, "answered" | "error">, say: Say): string | null =>
  [answered, error && say(`webhook.error.${error}`)].filter(Boolean).join(" · ") || null;
