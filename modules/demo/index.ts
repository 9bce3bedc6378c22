/** Data to look at: the demo's people, and millions of requests. */
export { canaryCustomer, canaryPapers } from "./canaries.ts";
export { type Random, randomFrom } from "./random.ts";
export { seedDemo } from "./seed-demo.ts";
export { planVolume, seedVolume, type VolumeOptions, type VolumePlan, type VolumeResult } from "./seed-volume.ts";
