import type { ServiceName } from "../demo-data.ts";
import type { Random } from "../random.ts";
import { homeServices, type VolumeCenter } from "./volume-centers.ts";

export type Verdict = "offered" | "service" | "pincode" | "disabled" | "trial_over";

/** Which center works where; gives the verdicts matching would give. */
export class Market {
  centers: readonly VolumeCenter[];
  private fit: VolumeCenter[];
  private weights: number[] = [];
  private here = new Map<string, VolumeCenter[]>();
  private known = new Map<string, { center: VolumeCenter; verdict: Verdict }[]>();

  constructor(centers: readonly VolumeCenter[]) {
    this.centers = centers;
    this.fit = centers.filter(({ unfit }) => !unfit);
    let sum = 0;
    for (const center of this.fit) {
      sum += center.popularity;
      this.weights.push(sum);
    }
    for (const center of centers) {
      for (const pincode of center.pincodes) {
        const there = this.here.get(pincode);
        if (there) there.push(center);
        else this.here.set(pincode, [center]);
      }
    }
  }

  /** A random center that takes requests, weighted by popularity. */
  someCenter(random: Random): VolumeCenter {
    const goal = random.next() * this.weights.at(-1)!;
    let low = 0;
    let high = this.weights.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.weights[middle]! < goal) low = middle + 1;
      else high = middle;
    }
    return this.fit[low]!;
  }

  /** The verdict on one center for a request, in matching's order of checks. */
  verdict(center: VolumeCenter, pincode: string, service: ServiceName): Verdict {
    if (!center.services.includes(service)) return "service";
    if (!center.pincodes.includes(pincode)) return "pincode";
    return center.unfit ?? "offered";
  }

  /** The verdicts on every center of a pincode. */
  verdicts(pincode: string, service: ServiceName) {
    const key = `${pincode} ${service}`;
    let verdicts = this.known.get(key);
    if (!verdicts) {
      verdicts = (this.here.get(pincode) ?? []).map((center) => ({
        center,
        verdict: this.verdict(center, pincode, service),
      }));
      this.known.set(key, verdicts);
    }
    return verdicts;
  }

  /** A service that nobody offers at a pincode, if there is one. */
  unservedAt(pincode: string, random: Random): ServiceName | undefined {
    const unserved = homeServices.filter(
      (service) => !this.verdicts(pincode, service).some(({ verdict }) => verdict === "offered"),
    );
    return unserved.length > 0 ? random.pick(unserved) : undefined;
  }
}
