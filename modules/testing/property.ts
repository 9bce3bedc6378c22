import { fc } from "@fast-check/vitest";
import { env } from "#modules/kernel/env.server.ts";

/*
 * What property tests import: fast-check, and vitest's `test` with `property.prop`. With PROOF_SEED each test repeats
 * one sequence of inputs; without it every run tries others.
 */

if (env.proofSeed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: env.proofSeed });

export { fc, test as property } from "@fast-check/vitest";
