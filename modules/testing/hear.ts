import { type Event, within } from "#modules/kernel/work/events.ts";

const endings: (() => void)[] = [];

/** Listen to an event inside the emitting transaction, until the test file's database is closed. */
export function hear<T>(event: Event<T>, listener: (payload: T) => Promise<unknown>) {
  within(event, listener);
  endings.push(() => event.listeners.splice(event.listeners.indexOf(listener), 1));
}

/** Keep events from their listeners, so that a module is tested alone, until the test file's database is closed. */
export function muteListeners(...events: Pick<Event<never>, "listeners">[]) {
  for (const { listeners } of events) {
    const usual = listeners.splice(0);
    endings.push(() => listeners.splice(0, Number.POSITIVE_INFINITY, ...usual));
  }
}

/** End what the test file changed, the last first. */
export const hearAsUsual = () => {
  for (const end of endings.splice(0).reverse()) end();
};
