import { sign, unsign } from "#modules/kernel/crypto.server.ts";
import { isMessageKey, type MessageKey, type MessageParams } from "#modules/messages/index.ts";
import { cookieHeader, readCookie } from "./cookies.server.ts";

export type Toast = {
  key: MessageKey;
  params?: MessageParams | undefined;
  kind: "good" | "bad";
  id: string;
  /** How what was done is undone, for ten seconds. */
  undo?: Undo | undefined;
  about?: About | undefined;
};

/** What a toast speaks of: its name, as a link to its page. */
export type About = { to: string; name: string };

/** A form that undoes what was done: where it is sent, and its fields. */
export type Undo = { action: string; fields: Record<string, string> };

/** The `Set-Cookie` header of a toast for the next page, which works with and without JavaScript. */
export const toastHeader = (toast: Toast) =>
  cookieHeader("toast", sign(Buffer.from(JSON.stringify(toast)).toString("base64url")));

/** The toast the last page left for this one; a tampered one is ignored. */
export function readToast(request: Request): Toast | undefined {
  const signed = readCookie(request, "toast");
  const value = signed && unsign(signed);
  if (!value) return undefined;
  const toast = JSON.parse(Buffer.from(value, "base64url").toString("utf8")) as Toast;
  return isMessageKey(toast.key) ? toast : undefined;
}
