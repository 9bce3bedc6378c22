import { Gauge } from "prom-client";
import { unitOfWork } from "#modules/kernel/db.server.ts";
import { countMessages } from "#modules/notifications/index.ts";

/**
 * Messages of the last day by channel and state, counted when they are asked for: `given_up` above zero is worth waking
 * somebody up, a growing `failed` worth a look at the provider.
 */
export const measureMessages = () =>
  new Gauge({
    name: "messages_of_the_day",
    help: "Messages of the last 24 hours by channel and state",
    labelNames: ["channel", "state"] as const,
    async collect() {
      this.reset();
      // Everything else is measured while the database is away.
      const counted = await unitOfWork(countMessages).catch(() => []);
      for (const { channel, status, n } of counted) this.set({ channel, state: status }, n);
    },
  });
