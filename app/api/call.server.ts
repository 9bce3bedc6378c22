import type { z } from "zod";
import type { Door } from "#app/http/door.server.ts";
import type { UploadedFile } from "#app/http/form.server.ts";
import type { Actor, ActorKind, ActorOf, Permission } from "#modules/kernel/actor.ts";
import type { MessageKey } from "#modules/kernel/messages/index.ts";
import { nothing, type Wire } from "./wire.ts";

/** Who may make a call; several kinds may share one (`center` and `technician` send pictures, for example). */
export type Audience = Exclude<ActorKind, "system">;

/** What a line's function gets: the parsed input, and the uploaded file where the line takes one. */
type Read<S extends z.ZodType> = z.output<S> & { upload?: UploadedFile | undefined };

/**
 * How a call that changes something is done once for an `Idempotency-Key`, whatever breaks in the middle.
 * - `in its transaction`: the verb is one transaction and answers its result; key and answer are written in it.
 * - `made`, `again`: the answer needs more than the transaction (the provider's order). The key and the id of what was
 *   made are written in it, the answer when it is there; `again` answers for what was made.
 * - `as often as asked`: the verb comes to the same however often it is asked; only the answer is kept.
 */
export type Once<R = never> =
  | "in its transaction"
  | "as often as asked"
  | { readonly made: (inTransaction: never) => string; readonly again: (made: string) => Promise<R> };

/** One line of the API's table: who, what comes in, which module function, what goes out. It has no business of its own. */
export type Call<A extends Audience = Audience, S extends z.ZodType = z.ZodType, R = unknown> = {
  readonly as: readonly A[];
  readonly can?: Permission | undefined;
  readonly summary: string;
  readonly input: Wire<S>;
  /** The wire name of the one file of a multipart call; it arrives as `upload` beside the input. */
  readonly file?: string;
  readonly run: (actor: ActorOf<A>, input: Read<S>, door: Door) => Promise<R> | R;
  readonly reply: (result: R) => unknown;
  readonly say: MessageKey | ((result: R) => MessageKey);
  /** An answer that is a failure all the same (a payment that did not go through): `success: 0`, status 200. */
  readonly failed: (result: R) => boolean;
  /** The reply's keys stand beside `data` as well (logins, fixed point 22). */
  readonly bare: boolean;
  /** Changes something: `Idempotency-Key` is honoured in this way. */
  readonly once?: Once<R>;
  /** Is no GET and honours no key: why it needs none. */
  readonly unkeyed?: string;
  /** Of a list that has pages: the cursor to send as `after`, null on the last one; it stands beside `data`. */
  readonly next?: (result: R) => string | null;
  /** A public question about something guessable or dear: limited for each network address (H25, H28). */
  readonly lookup: boolean;
};

type Line<A extends Audience, S extends z.ZodType, R> = {
  as: readonly A[];
  can?: Permission;
  summary: string;
  input?: Wire<S>;
  file?: string;
  run: (actor: ActorOf<A>, input: Read<S>, door: Door) => Promise<R> | R;
  reply?: (result: R) => unknown;
  failed?: (result: R) => boolean;
  say?: MessageKey | ((result: R) => MessageKey);
  bare?: boolean;
  once?: Once<R>;
  unkeyed?: string;
  next?: (result: R) => string | null;
  lookup?: boolean;
};

/* biome-ignore-start lint/suspicious/noExplicitAny: a table holds calls of different inputs and results */
/** A line as the interpreter sees it: whatever it takes and answers. */
export type AnyCall = Omit<Call, "as" | "input" | "run" | "reply" | "say" | "failed" | "next" | "once"> & {
  readonly as: readonly Audience[];
  readonly input: Wire<any>;
  readonly run: (actor: any, input: any, door: Door) => any;
  readonly reply: (result: any) => unknown;
  readonly failed: (result: any) => boolean;
  readonly say: MessageKey | ((result: any) => MessageKey);
  readonly next?: (result: any) => string | null;
  readonly once?: Once<any>;
};
/* biome-ignore-end lint/suspicious/noExplicitAny: a table holds calls of different inputs and results */

/** Lines of the API by method and path: `"POST center/close-ticket"`, `"DELETE center/deleteTickets/{ticketId}"`. */
export type Contract = Record<string, AnyCall>;

/** Declare one line; what its function does not accept does not compile. */
export function call<A extends Audience, S extends z.ZodType, R>(line: Line<A, S, R>): Call<A, S, R> {
  // A line nobody may make, or with a permission its callers cannot hold, is a line somebody forgot to think about.
  if (line.as.length === 0) throw new Error(`${line.summary}: says for nobody that they may make it`);
  if (line.can && line.as.some((kind) => kind !== "admin"))
    throw new Error(`${line.summary}: ${line.can} is asked of those who hold no permissions`);
  return {
    summary: line.summary,
    as: line.as,
    can: line.can,
    input: line.input ?? (nothing as unknown as Wire<S>),
    ...(line.file !== undefined && { file: line.file }),
    run: line.run,
    reply: line.reply ?? ((result) => result ?? null),
    say: line.say ?? "api.ok",
    failed: line.failed ?? (() => false),
    bare: line.bare ?? false,
    ...(line.once && { once: line.once }),
    ...(line.unkeyed && { unkeyed: line.unkeyed }),
    ...(line.next && { next: line.next }),
    lookup: line.lookup ?? false,
  };
}

/** Whether this kind of actor is let in by a line (permissions are asked separately). */
export const admits = (line: AnyCall, actor: Actor) => (line.as as readonly string[]).includes(actor.kind);
