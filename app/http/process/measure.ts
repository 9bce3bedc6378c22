import { collectDefaultMetrics, Gauge, Histogram, register } from "prom-client";

collectDefaultMetrics();

const durations = new Histogram({
  name: "http_request_duration_seconds",
  help: "Rate, errors and duration of requests by route pattern",
  labelNames: ["method", "route", "status"] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

const streams = new Gauge({ name: "http_open_streams", help: "Open live streams (server-sent events)" });

/** Counts one answered request; `route` is a pattern, never an address with an id in it. */
export const measure = (method: string, route: string, status: number, seconds: number) =>
  durations.observe({ method, route, status: String(status) }, seconds);

/** Sets the number of open live streams. */
export const measureStreams = (open: number) => streams.set(open);

/** All metrics in Prometheus' text format. */
export const metrics = async () => ({ type: register.contentType, body: await register.metrics() });
