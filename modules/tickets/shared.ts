export * from "./booking-schemas.ts";
export * from "./labels.ts";
export * from "./ride-schemas.ts";
export * from "./work-schemas.ts";
