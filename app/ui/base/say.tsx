import { type MessageKey, type MessageParams, say } from "#modules/messages/index.ts";
import { useLocale } from "./locale.ts";

export type Say = (key: MessageKey, params?: MessageParams) => string;

/** `say` in the language of this page. */
export function useSay(): Say {
  const locale = useLocale();
  return (key, params) => say(key, params, locale);
}

/** A text of the product in the language of this page. */
export function Say({ k, params }: { k: MessageKey; params?: MessageParams }) {
  return <>{useSay()(k, params)}</>;
}
