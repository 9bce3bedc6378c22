import { now } from "#modules/kernel/clock.ts";
import { hashToken, sign, unsign } from "#modules/kernel/crypto.server.ts";
import { isMessageKey, type MessageKey, type MessageParams } from "#modules/messages/index.ts";
import { cookieHeader, readCookie } from "./cookies.server.ts";

/** `warn`: done, but not as its reader may think. */
export type ToastKind = "good" | "warn" | "bad";

export type Toast = {
  key: MessageKey;
  params?: MessageParams | undefined;
  kind: ToastKind;
  id: string;
  about?: About | undefined;
};

/** What a toast speaks of: its name, as a link to its page. */
export type About = { to: string; name: string };

/** A form that undoes what was done: where it is sent, its fields, and until when. */
export type Undo = { action: string; fields: Record<string, string>; until: Date };

/** What was done and can be undone: its toast, and the form. */
export type Undoable = Omit<Undo, "until"> & {
  id: string;
  key: MessageKey;
  params?: MessageParams | undefined;
  /** Milliseconds since 1970. */
  until: number;
};

/** The `Set-Cookie` header of a toast for the next page, which works with and without JavaScript. */
export const toastHeader = (toast: Toast) =>
  cookieHeader("toast", sign(Buffer.from(JSON.stringify(toast)).toString("base64url")));

/**
 * The `Set-Cookie` header of what this admin's session can still undo: every page of it offers that until its time, so
 * that a reload and a list opened meanwhile lose nothing.
 */
export const undoHeader = (request: Request, undoables: readonly Undoable[]) =>
  cookieHeader("undo", sealedFor(request, undoables), undoables.length === 0 ? 0 : undefined);

/** What can be undone now by the admin's session this request is of. */
export function readUndoables(request: Request): Undoable[] {
  const signed = readCookie(request, "undo");
  const value = signed && unsign(signed);
  if (!value) return [];
  const { of, undoables } = JSON.parse(Buffer.from(value, "base64url").toString("utf8")) as Undoing;
  return of === sessionOf(request) ? undoables.filter(({ until }) => until > now().getTime()) : [];
}

type Undoing = { of: string; undoables: readonly Undoable[] };

const sealedFor = (request: Request, undoables: readonly Undoable[]) =>
  sign(Buffer.from(JSON.stringify({ of: sessionOf(request), undoables } satisfies Undoing)).toString("base64url"));

const sessionOf = (request: Request) => hashToken(readCookie(request, "admin_session") ?? "");

/** The toast the last page left for this one; a tampered one is ignored. */
export function readToast(request: Request): Toast | undefined {
  const signed = readCookie(request, "toast");
  const value = signed && unsign(signed);
  if (!value) return undefined;
  const toast = JSON.parse(Buffer.from(value, "base64url").toString("utf8")) as Toast;
  return isMessageKey(toast.key) ? toast : undefined;
}
