import type { z } from "zod";
import type { Fresh } from "#app/http/doors/fresh.server.ts";
import type { AdminNeed } from "#app/http/doors/gate.ts";
import type { DeclaredLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import type { UploadedFile } from "#app/http/request/form.server.ts";
import type { KeyScope } from "#modules/catalog/shared.ts";
import { type Actor, type ActorKind, type ActorOf, isDesk } from "#modules/kernel/actor.ts";
import type { MessageKey, MessageParams } from "#modules/messages/index.ts";
import { nothing, type Wire } from "./wire.ts";

/**
 * Who may make a call; several kinds may share one (`center` and `technician` send pictures, for example). `center` is a
 * center's owner, `desk` a person of its desk.
 */
export type Audience = Exclude<ActorKind, "system"> | "desk";

/** What a line's function gets: the parsed input, and the uploaded file where the line takes one. */
type Read<S extends z.ZodType> = z.output<S> & { upload?: UploadedFile | undefined };

/**
 * How a call that changes something honours an `Idempotency-Key`, wherever it is interrupted.
 * - `in its transaction`: the verb is one transaction and returns its result; key and answer are stored in it.
 * - `made`, `again`: the answer needs more than the transaction (the provider's order). The key and the id of what
 *   was made (`M` is the transaction's result) are stored in it, and the answer once it exists; until then `again`
 *   builds the answer from the id and the same input.
 * - `as often as asked`: repeating the verb has the same result; only the answer is stored.
 */
export type Once<R = unknown, M = never, I = never> =
  | "in its transaction"
  | "as often as asked"
  | { made(inTransaction: M): string; again(made: string, input: I): Promise<R> };

/**
 * The proved phone a call needs of the public (fixed point 13): `by` is the call whose `data.proof` is sent, as
 * `x-otp-proof` or as `proof` in the body. With `orVisitor` the cookie of a browser that proved the phone will do, too.
 */
export type RequiredProof = { readonly by: string; readonly orVisitor?: true };

/** The codes of a verb's refusals by their status. */
export type VerbRefusals = { readonly [status in 401 | 403 | 404 | 409 | 422 | 429 | 503]?: readonly MessageKey[] };

/**
 * A call open to admins declares what they need; any other call has no permission. With `scope` it is also open to the
 * API keys of clients that have that scope; every other call refuses them.
 */
type Admission<A extends Audience> = "admin" extends A ? { can: AdminNeed; scope?: KeyScope } : { can?: never };

/** The most bytes of a call's file. */
const usualLargest = 10 * 1024 * 1024;

/** A sentence and the values that stand in it. */
export type ResponseMessage = { key: MessageKey; params: MessageParams };

/** One line of the API's table: callers, input, module function and answer. It holds no business rules. */
type Line<A extends Audience, S extends z.ZodType, R, O extends z.ZodType> = {
  as: readonly A[];
  /** How often one actor may make it, or why it has no limit. */
  limit: DeclaredLimit;
  summary: string;
  /**
   * Whether the product's specification does not name this call. Such a call refuses query parameters it does not take; a
   * specified one ignores them, because older apps send some, unless it is made with an API key.
   */
  own?: true;
  /** Its input: the wire's names, and the schema in our names. */
  input?: Wire<S>;
  /** The wire name of the one file of a multipart call; it arrives as `upload` beside the input. */
  file?: string;
  /** The most bytes of that file; 10 MiB unless said otherwise. */
  largest?: number;
  run: (actor: ActorOf<A & ActorKind>, input: Read<S>, door: Door) => Promise<R> | R;
  /**
   * The codes `run` refuses with, by status, beside those that follow from the line (../serve/refusal-codes.ts). A test in
   * which a call answers a code that is not declared fails and says so.
   */
  refuses?: VerbRefusals;
  /** The schema of `data` under the wire's names; its objects are strict, and tests check every answer against it. */
  answer: O;
  /** The result under the wire's names: only listed fields leave the server. */
  reply: (result: R) => z.input<O>;
  /** Whether a result is a failure all the same (a payment that did not go through): `success: 0`, status 200. */
  failed?: (result: R) => boolean;
  /** What is said, with its values where the sentence has some. */
  say?: MessageKey | ((result: R) => MessageKey | ResponseMessage);
  /** An answer's `data` for the documentation. */
  example?: z.input<O>;
  /** Puts the answer's fields beside `data` as well (logins, fixed point 22). */
  bare?: O extends z.ZodObject ? boolean : false;
  /** For calls that change something: how `Idempotency-Key` is honoured. */
  once?: Once<R>;
  /** For calls other than GET without a key: why they need none. */
  unkeyed?: string;
  /** For calls of admins other than GET: how lately password and code must have been given; with a token, in `x-totp`. */
  fresh?: Fresh;
  /** The money a call with `fresh: "work"` moves, in paise (fresh.server.ts). */
  moves?(input: Read<S>): Promise<number>;
  /** For lists with pages: the cursor to send as `after`, null on the last page; it stands beside `data`. */
  next?: (result: R) => string | null;
  /** Whose phone must be proved, and how; the input's `proof` is what was sent. */
  proof?: RequiredProof;
} & Admission<A>;

/**
 * A line of the table with its defaults filled in. Its functions are written as methods, whose parameters TypeScript
 * checks bivariantly: each line has its own callers, input and results, and the interpreter only passes them on.
 */
export type Call = {
  readonly as: readonly Audience[];
  readonly can?: AdminNeed | undefined;
  readonly scope?: KeyScope | undefined;
  readonly limit: DeclaredLimit;
  readonly summary: string;
  readonly own?: true | undefined;
  readonly input: Wire<z.ZodType>;
  readonly file?: string | undefined;
  readonly largest: number;
  run(actor: Actor, input: unknown, door: Door): unknown;
  readonly refuses: VerbRefusals;
  readonly answer: z.ZodType;
  reply(result: unknown): unknown;
  failed(result: unknown): boolean;
  say(result: unknown): ResponseMessage;
  readonly example?: unknown;
  readonly bare: boolean;
  readonly once?: Once<unknown, unknown, unknown> | undefined;
  readonly unkeyed?: string | undefined;
  readonly fresh?: Fresh | undefined;
  moves?(input: unknown): Promise<number>;
  next?(result: unknown): string | null;
  readonly proof?: RequiredProof | undefined;
};

/** Lines of the API by method and path: `"POST center/close-ticket"`, `"DELETE center/deleteTickets/{ticketId}"`. */
export type Contract = Record<string, Call>;

/**
 * Declares one line; a `run` that does not accept the input or a `reply` that does not fit the answer fails to compile.
 *
 *     "POST center/add-remarks-ticket": call({
 *       as: ["center"],
 *       limit: callLimit,
 *       summary: "Write a remark on a request that is not closed",
 *       input: wire({ ticket_obj_id: "ticketId", remark: "text" }, AddRemarks, [...textRefusals, "form.id", "remarks.empty"]),
 *       run: addRemarks,
 *       refuses: { 404: ["ticket.notFound"] },
 *       answer: z.strictObject({ _id: z.string(), remark: z.string(), createdAt: moment }),
 *       reply: ({ id, text, createdAt }) => ({ _id: id, remark: text, createdAt }),
 *       say: "remarks.saved",
 *       once: "in its transaction",
 *     }),
 *
 * What several lines answer has its schema and its `reply` in `../shapes`.
 */
export function call<A extends Audience, S extends z.ZodType, R, O extends z.ZodType>(line: Line<A, S, R, O>): Call {
  // A line without callers, or with a permission its callers cannot have, was declared by mistake.
  if (line.as.length === 0) throw new Error(`${line.summary}: says for nobody that they may make it`);
  const forAdmins = line.as.some((kind) => kind === "admin");
  if (forAdmins && !line.can) throw new Error(`${line.summary}: does not say which permission an admin needs`);
  if (!forAdmins && line.can) throw new Error(`${line.summary}: ${line.can} is asked of those who hold no permissions`);
  if (!line.limit) throw new Error(`${line.summary}: does not say how often it may be made, or why it has no limit`);
  if (!line.answer) throw new Error(`${line.summary}: does not say what it answers`);
  // A line that takes a proof declares whose, so that documentation and reading agree.
  if (Boolean(line.proof) !== "proof" in (line.input?.names ?? {}))
    throw new Error(`${line.summary}: takes a proof and does not say of what, or the other way round`);
  const {
    input = nothing,
    refuses = {},
    failed = () => false,
    say = "api.ok",
    bare = false,
    largest = usualLargest,
  } = line;
  return {
    ...line,
    input,
    refuses,
    failed,
    say: (result: R) => {
      const message = typeof say === "function" ? say(result) : say;
      return typeof message === "string" ? { key: message, params: {} } : message;
    },
    bare,
    largest,
  };
}

/** Whether this kind of actor is let in by a line (permissions are asked separately). */
export const admits = (line: Call, actor: Actor) => {
  const asking = isDesk(actor) ? "desk" : actor.kind;
  return line.as.some((kind) => kind === asking);
};
