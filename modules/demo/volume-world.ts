import type { Paise } from "../kernel/money.ts";
import type { Batch } from "./copy.ts";
import type { Market } from "./market.ts";
import type { Random } from "./random.ts";
import type { Repeats } from "./repeats.ts";
import type { Closed } from "./volume-closing.ts";
import type { Course } from "./volume-course.ts";
import type { Money } from "./volume-money.ts";
import type { Origin, Repeat } from "./volume-origin.ts";

/** What every ticket of a volume is written with. */
export type World = {
  random: Random;
  market: Market;
  batch: Batch;
  money: Money;
  until: number;
  serviceIds: ReadonlyMap<string, string>;
  adminId: string;
  adminName: string;
  offerCode: string;
  feePaise: Paise;
  leadPaise: Paise;
  /** A human id nobody has, of an instant's day. */
  numberAt: (instant: number) => string;
  repeats: Repeats;
  /** The public id of the first ticket, by which a volume is recognised. */
  mark: string | null;
};

/** A ticket about to be written: where it comes from, what became of it. Times in milliseconds. */
export type VolumeTicket = {
  id: string;
  number: string;
  origin: Origin;
  course: Course;
  bookedAt: number;
  closing: Closed | null;
  repeat: { kind: Repeat["kind"]; at: number } | null;
};
