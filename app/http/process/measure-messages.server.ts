import { Gauge } from "prom-client";
import { unitOfWork } from "#modules/kernel/db/db.server.ts";
import { countMessages } from "#modules/notifications/index.ts";

/**
 * Gauges of the last day's messages by channel and state, counted at each scrape: alert on `given_up` above zero; a
 * growing `failed` points at the provider.
 */
export const measureMessages = () =>
  new Gauge({
    name: "messages_of_the_day",
    help: "Messages of the last 24 hours by channel and state",
    labelNames: ["channel", "state"] as const,
    async collect() {
      this.reset();
      // The other metrics are served while the database is unreachable.
      const counted = await unitOfWork(countMessages).catch(() => []);
      for (const { channel, status, n } of counted) this.set({ channel, state: status }, n);
    },
  });
