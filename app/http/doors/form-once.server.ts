import type { Actor } from "#modules/kernel/actor.ts";
import { onlyOnce } from "#modules/kernel/db/idempotency.server.ts";
import type { Door, ToastMessage } from "../request/door.server.ts";
import type { FormValue } from "../request/form.server.ts";

/**
 * The hidden field with the form's key, which the server generated when it rendered the page (app/ui/form/form.tsx).
 */
const keyField = "once";

/**
 * How an intent is made idempotent by its form's key.
 * - `in its transaction`: `run` has one transaction, and the key is stored in it.
 * - `as often as asked`: running it again has the same result, so only its redirect is stored.
 */
export type FormOnce = "in its transaction" | "as often as asked";

/** Runs the work that has the effect; its first transaction also stores the key. */
export type Effect = <T>(work: () => Promise<T>) => Promise<T>;

/** Takes the form's key out of its fields. */
export function takeKey(fields: Map<string, FormValue[]>): string | undefined {
  const key = fields.get(keyField)?.at(-1);
  fields.delete(keyField);
  return typeof key === "string" && key !== "" ? key : undefined;
}

/** The redirect a form led to, and the toast for the next page. */
type Led = { to: string; pendingToast: ToastMessage | null };

type Sending<A> = {
  actor: Actor;
  intent: string;
  key: string;
  how: FormOnce;
  door: Door;
  /** Runs the intent; its answer must be a redirect to another page. */
  act: (effect?: Effect) => Promise<A>;
};

/**
 * Runs a form once however often it is sent: by a double click, Back and another press, a reload, or a phone that lost
 * the response. The first send is answered normally; later ones are redirected to the same page with a notice that
 * nothing was sent a second time, even if their fields differ. A form that is opened again has a new key.
 */
export async function onceByKey<A>({ actor, intent, key, how, door, act }: Sending<A>): Promise<A | Response> {
  let own: A | undefined;
  const inside = how === "in its transaction";
  const answer = await onlyOnce(
    { caller: `form:${whose(actor)}`, key: `${intent} ${key}` },
    {
      run: async (effect) => {
        own = await act(inside ? effect : undefined);
        return { status: 303, body: ledTo(own, door) };
      },
      ...(inside && { keep: (result) => (result instanceof Error ? undefined : { made: "" }) }),
      // The process died before it stored the redirect: the page itself shows what was saved.
      again: async () => ({ status: 303, body: { to: door.here, pendingToast: null } satisfies Led }),
    },
  );
  if (own !== undefined && !answer.again) return own;
  const { to, pendingToast } = answer.body as Led;
  if (answer.again) door.toast("form.sentBefore");
  else if (pendingToast) door.toast(pendingToast.key, pendingToast.params, pendingToast.kind);
  return door.go(to);
}

/** Keys belong to a session; those of a public form belong to whoever was sent the page, and cannot be guessed. */
const whose = (actor: Actor) => ("sessionId" in actor ? `${actor.kind}:${actor.sessionId}` : actor.kind);

function ledTo(answer: unknown, { pendingToast }: Door): Led {
  const to = answer instanceof Response && answer.headers.get("location");
  if (!to) throw new Error("a form that is sent once leads to another page");
  return { to, pendingToast: pendingToast() ?? null };
}
