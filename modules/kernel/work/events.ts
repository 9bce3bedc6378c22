import type { z } from "zod";
import { inTransaction } from "../db/db.server.ts";
import { type Job, later } from "./jobs.server.ts";

type Listener<T> = (payload: T) => Promise<unknown>;

/** A kind of event, dotted and in the past tense (`ticket.closed`), with its listeners. */
export type Event<T> = { readonly name: string; readonly payload: z.ZodType<T>; readonly listeners: Listener<T>[] };

/** Declare an event; modules to the right of the emitting one may listen. */
export const defineEvent = <T>(name: string, payload: z.ZodType<T>): Event<T> => ({ name, payload, listeners: [] });

/** Listen inside the emitting transaction: the effect commits or rolls back with its cause. */
export function within<T>(event: Event<T>, listener: Listener<T>) {
  event.listeners.push(listener);
}

/** Listen by a job, queued in the emitting transaction and run after the commit. */
export function on<T>(event: Event<T>, job: Job<T>) {
  event.listeners.push((payload) => later(job, payload));
}

/** Emit an event, inside the transaction of the change. */
export async function emit<T>(event: Event<T>, payload: T) {
  if (!inTransaction()) throw new Error(`${event.name} must be emitted inside a transaction`);
  for (const listener of event.listeners) await listener(payload);
}
