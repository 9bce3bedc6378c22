import { data } from "@remix-run/node";
import { DomainError, statusOf } from "#modules/kernel/errors.ts";
import type { MessageKey, MessageParams } from "#modules/kernel/messages/index.ts";
import type { Door } from "./door.server.ts";
import { type Portal, portals } from "./session.server.ts";

/** What a refused form answers; success usually redirects instead. */
export type ActionResult<R = unknown> = {
  errors?: Record<string, MessageKey>;
  values?: Record<string, string | string[]>;
  problem?: MessageKey;
  params?: MessageParams;
  /** The intent that was refused or done. */
  intent?: string;
  /** What a successful intent answered instead of a redirect. */
  result?: R;
};

/** What the error page knows of a refused page load. */
export type PageProblem = { problem: MessageKey; params?: MessageParams | undefined; requestId?: string };

/** A page load that was refused: to a login, or to the nearest error page with the kind's status. */
export function refusedPage(error: unknown, door: Door, portal: Portal | undefined): unknown {
  if (!(error instanceof DomainError)) return error;
  if (error.kind === "unauthenticated" && portal) return toLogin(door, portal);
  const problem: PageProblem = { problem: error.key, params: error.params, requestId: door.requestId };
  return data(problem, { status: statusOf(error.kind), headers: door.headers });
}

/** A form that was refused: field errors, or one sentence, with what was typed. Only bugs are thrown on. */
export function refusedForm(
  error: unknown,
  door: Door,
  portal: Portal | undefined,
  form: { intent: string; values: Record<string, string | string[]> },
) {
  if (!(error instanceof DomainError)) throw error;
  if (error.kind === "unauthenticated" && portal) throw toLogin(door, portal);
  const result: ActionResult = { ...form, problem: error.key };
  if (error.fields) result.errors = error.fields;
  if (error.params) result.params = error.params;
  return data(result, { status: statusOf(error.kind), headers: door.headers });
}

/** A resource (a file, a stream, JSON for our own pages) that was refused. */
export function refusedResource(error: unknown, door: Door) {
  if (!(error instanceof DomainError)) throw error;
  const { key: problem, fields: errors, params } = error;
  return Response.json({ problem, errors, params }, { status: statusOf(error.kind), headers: door.headers });
}

/**
 * Who is not signed in is led to the portal's login (R004, R006, R007). Whose session is over is told so at the admin's
 * login, whichever portal it was of (R020–R024, Q12); only that portal's cookie ends, the others stay signed in (R011).
 */
function toLogin(door: Door, portal: Portal) {
  const { cookie, login } = portals[portal];
  if (!door.cookie(cookie)) return door.go(login);
  door.drop(cookie);
  door.toast("session.ended", undefined, "bad");
  return door.go(portals.admin.login);
}
