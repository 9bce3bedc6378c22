import { hour } from "#modules/kernel/clock.ts";
import type { Repeat } from "./volume-origin.ts";

/** Repeat visits and bookings waiting for their time, by hour. */
export class Repeats {
  private hours = new Map<number, Repeat[]>();
  private earliest = Number.POSITIVE_INFINITY;

  add(repeat: Repeat) {
    const turn = Math.floor(repeat.at / hour);
    const there = this.hours.get(turn);
    if (there) there.push(repeat);
    else this.hours.set(turn, [repeat]);
    this.earliest = Math.min(this.earliest, turn);
  }

  /** The earliest repeat whose hour has passed at an instant; undefined when there is none. */
  take(instant: number): Repeat | undefined {
    if (this.hours.size === 0) return undefined;
    for (const now = Math.floor(instant / hour); this.earliest < now; this.earliest++) {
      const repeat = this.hours.get(this.earliest)?.pop();
      if (repeat) return repeat;
      this.hours.delete(this.earliest);
    }
    return undefined;
  }
}
