/** Towns with a range of pincodes from `first`; each count is a multiple of four. */
const towns = [
  { city: "Bengaluru", state: "Karnataka", first: 560002, count: 96 },
  { city: "New Delhi", state: "Delhi", first: 110002, count: 92 },
  { city: "Mumbai", state: "Maharashtra", first: 400001, count: 100 },
  { city: "Chennai", state: "Tamil Nadu", first: 600001, count: 100 },
  { city: "Hyderabad", state: "Telangana", first: 500001, count: 96 },
  { city: "Kolkata", state: "West Bengal", first: 700001, count: 100 },
  { city: "Pune", state: "Maharashtra", first: 411001, count: 60 },
  { city: "Ahmedabad", state: "Gujarat", first: 380001, count: 60 },
  { city: "Jaipur", state: "Rajasthan", first: 302001, count: 40 },
  { city: "Lucknow", state: "Uttar Pradesh", first: 226001, count: 32 },
  { city: "Kochi", state: "Kerala", first: 682001, count: 40 },
  { city: "Chandigarh", state: "Chandigarh", first: 160001, count: 60 },
  { city: "Indore", state: "Madhya Pradesh", first: 452001, count: 20 },
  { city: "Patna", state: "Bihar", first: 800001, count: 32 },
  { city: "Guwahati", state: "Assam", first: 781001, count: 40 },
  { city: "Bhubaneswar", state: "Odisha", first: 751001, count: 32 },
  { city: "Nagpur", state: "Maharashtra", first: 440001, count: 36 },
  { city: "Surat", state: "Gujarat", first: 395001, count: 16 },
  { city: "Coimbatore", state: "Tamil Nadu", first: 641001, count: 48 },
  { city: "Visakhapatnam", state: "Andhra Pradesh", first: 530001, count: 48 },
];

/** Four neighbouring pincodes of a town, served by the same few centers. Excludes the demo's 560001 and 110001. */
export type Block = { city: string; state: string; pincodes: readonly string[] };

const size = 4;

/** All blocks, alternating between towns, so that the first few are in different states. */
export const blocks: readonly Block[] = (() => {
  const townBlocks: Block[] = [];
  const longest = Math.max(...towns.map(({ count }) => count));
  for (let offset = 0; offset < longest; offset += size) {
    for (const { city, state, first, count } of towns) {
      if (offset >= count) continue;
      const pincodes = Array.from({ length: size }, (_, index) => String(first + offset + index));
      townBlocks.push({ city, state, pincodes });
    }
  }
  return townBlocks;
})();
