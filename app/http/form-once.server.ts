import type { Actor } from "#modules/kernel/actor.ts";
import { onlyOnce } from "#modules/kernel/idempotency.server.ts";
import type { MessageKey, MessageParams } from "#modules/kernel/messages/index.ts";
import type { Door } from "./door.server.ts";
import type { FormValue } from "./form.server.ts";

/** The hidden field a form is known by; the server made its value when it rendered the page (app/ui/form.tsx). */
const keyField = "once";

/**
 * How an intent is done once for its form's key.
 * - `in its transaction`: `run` has one transaction, and the key stands in it.
 * - `as often as asked`: it comes to the same however often it is run; only where it led is kept.
 */
export type FormOnce = "in its transaction" | "as often as asked";

/** Runs what has the effect; its first transaction takes the key along. */
export type Effect = <T>(work: () => Promise<T>) => Promise<T>;

/** The form's own key, taken out of its fields. */
export function takeKey(fields: Map<string, FormValue[]>): string | undefined {
  const key = fields.get(keyField)?.at(-1);
  fields.delete(keyField);
  return typeof key === "string" && key !== "" ? key : undefined;
}

/** Where a form led, and what the next page says. */
type Led = { to: string; said: { key: MessageKey; params?: MessageParams } | null; reload: boolean };

type Sending<A> = {
  actor: Actor;
  intent: string;
  key: string;
  how: FormOnce;
  door: Door;
  /** Does it, and leads to another page. */
  act: (effect?: Effect) => Promise<A>;
};

/**
 * Do what a form asks for once, however often it is sent: by a double click, by Back and another press, by a reload, by
 * a phone that lost the answer. The first one is answered as ever, the others are led to where it led. Who sends it
 * later is told that nothing was sent a second time, even if it holds other words now: a form that is opened anew has
 * a key of its own.
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
      // The process died before it could say where it led: the page itself shows what became of it.
      again: async () => ({ status: 303, body: { to: here(door), said: null, reload: false } satisfies Led }),
    },
  );
  if (own !== undefined && !answer.again) return own;
  const { to, said, reload } = answer.body as Led;
  if (answer.again) door.toast("form.sentBefore");
  else if (said) door.toast(said.key, said.params);
  if (reload) door.headers.set(reloads, "true");
  return door.go(to);
}

/** A session's; the key of a public form came with its page to whoever has it, and nobody guesses it. */
const whose = (actor: Actor) => ("sessionId" in actor ? `${actor.kind}:${actor.sessionId}` : actor.kind);

const reloads = "x-remix-reload-document";

function ledTo(answer: unknown, { said, headers }: Door): Led {
  const to = answer instanceof Response && answer.headers.get("location");
  if (!to) throw new Error("a form that is sent once leads to another page");
  return { to, said: said() ?? null, reload: headers.has(reloads) };
}

const here = ({ url }: Door) => url.pathname + url.search;
