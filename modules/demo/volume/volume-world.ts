import type { Paise } from "#modules/kernel/money.ts";
import type { ClosureRemark, ratingChoices } from "#modules/tickets/labels.ts";
import type { Random } from "../random.ts";
import type { Batch } from "./copy.ts";
import type { Market } from "./market.ts";
import type { Repeats } from "./repeats.ts";
import type { Course } from "./volume-course.ts";
import type { Money } from "./volume-money.ts";
import type { Origin, Repeat } from "./volume-origin.ts";

/** The shared context for writing the tickets of a volume. */
export type World = {
  random: Random;
  market: Market;
  batch: Batch;
  money: Money;
  until: number;
  serviceIds: ReadonlyMap<string, string>;
  clientId: string;
  adminId: string;
  adminName: string;
  offerCode: string;
  feePaise: Paise;
  leadPaise: Paise;
  /** The human id of a ticket: an unused one of an instant's day. */
  numberAt: (id: string, instant: number) => string;
  repeats: Repeats;
  /** The public id of the first ticket, which identifies a volume. */
  mark: string | null;
};

/** A ticket to be written: its origin and its course. Times in milliseconds. */
export type VolumeTicket = {
  id: string;
  number: string;
  origin: Origin;
  course: Course;
  bookedAt: number;
  closing: Closed | null;
  repeat: { kind: Repeat["kind"]; at: number } | null;
};

/** How a ticket was closed. */
export type Closed = {
  remark: ClosureRemark;
  pricePaise: Paise;
  materialPaise: Paise;
  paymentType: "Online" | "Cash";
  code: "happy_code" | "unhappy_code" | null;
  rating: (typeof ratingChoices)[number];
  stars: number | null;
};
