import type { z } from "zod";
import { inTransaction } from "./db.server.ts";
import { type Job, later } from "./jobs.server.ts";

type Listener<T> = (payload: T) => Promise<unknown>;

/** Something that happened, dotted and in the past tense (`ticket.closed`). */
export type Event<T> = { readonly name: string; readonly payload: z.ZodType<T>; readonly listeners: Listener<T>[] };

/** Declare an event; a module further left emits it, modules further right listen. */
export const defineEvent = <T>(name: string, payload: z.ZodType<T>): Event<T> => ({ name, payload, listeners: [] });

/** Listen in the emitting transaction: the effect stands or falls with its cause. */
export function within<T>(event: Event<T>, listener: Listener<T>) {
  event.listeners.push(listener);
}

/** Listen by a job, queued in the emitting transaction and run after it has committed. */
export function on<T>(event: Event<T>, job: Job<T>) {
  event.listeners.push((payload) => later(job, payload));
}

/** Say that something happened, inside the transaction in which it happened. */
export async function emit<T>(event: Event<T>, payload: T) {
  if (!inTransaction()) throw new Error(`${event.name} must be emitted inside a transaction`);
  for (const listener of event.listeners) await listener(payload);
}
