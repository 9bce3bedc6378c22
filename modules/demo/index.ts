/** Demo data: the demo's people, and volumes of up to millions of requests. */
export { canaryCustomer, canaryPapers } from "./canaries.ts";
export { handlePeople } from "./more-people.ts";
export { type Random, randomFrom } from "./random.ts";
export { seedDemo, seedPeople } from "./seed-demo.ts";
export {
  planVolume,
  seedVolume,
  type VolumeOptions,
  type VolumePlan,
  type VolumeResult,
} from "./volume/seed-volume.ts";
