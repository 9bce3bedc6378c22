import { sign, unsign } from "#modules/kernel/crypto.server.ts";
import { isMessageKey, type MessageKey, type MessageParams } from "#modules/kernel/messages/index.ts";
import { cookieHeader, readCookie } from "./cookies.server.ts";

export type Toast = { key: MessageKey; params?: MessageParams | undefined; kind: "good" | "bad"; id: string };

/** The header that shows a sentence once on the next page, with or without JavaScript. */
export const toastHeader = (toast: Toast) =>
  cookieHeader("toast", sign(Buffer.from(JSON.stringify(toast)).toString("base64url")));

/** The sentence the last page left for this one; a tampered one is not shown. */
export function readToast(request: Request): Toast | undefined {
  const signed = readCookie(request, "toast");
  const value = signed && unsign(signed);
  if (!value) return undefined;
  const toast = JSON.parse(Buffer.from(value, "base64url").toString("utf8")) as Toast;
  return isMessageKey(toast.key) ? toast : undefined;
}
