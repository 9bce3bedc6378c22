import { type Event, within } from "#modules/kernel/work/events.ts";

const endings: (() => void)[] = [];

/** Listen to an event inside the emitting transaction, until the test file's database is closed. */
export function hear<T>(event: Event<T>, listener: (payload: T) => Promise<unknown>) {
  within(event, listener);
  endings.push(() => event.listeners.splice(event.listeners.indexOf(listener), 1));
}

/** End what the test file heard. */
export const hearNoMore = () => {
  for (const end of endings.splice(0)) end();
};
