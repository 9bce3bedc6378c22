import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { env } from "#modules/kernel/env.server.ts";

/*
 * The files that name Razorpay. Product code outside of the adapter says "gateway" or "provider"; what the wire, a
 * variable or a text calls by its name is listed with its reason.
 */

const folders = {
  adapter: "modules/wallet/razorpay/",
  sandbox: "modules/sandbox/",
};

const files: Record<string, string> = {
  "the choice of the provider": "modules/wallet/gateway.ts",
  "the wire: its browser script": "app/islands/gateway.ts",
  "the wire: the address of its webhook": "app/routes.ts app/http/request/origin.ts",
  "the wire: the calls of the API and their fields":
    "app/api/contract/booking.ts app/api/contract/shared-names.ts app/api/serve/parameter-words.ts",
  configuration:
    ".env.example modules/kernel/env-variables.ts modules/kernel/env-refusals.ts modules/kernel/env.server.ts package.json package-lock.json",
  texts: "README.md CONTRIBUTING.md CHANGELOG.md docs/map.md docs/operations.md docs/providers.md docs/rules.md",
};

const tests = {
  "emulated payments":
    "modules/testing/payments.ts modules/testing/sandbox.ts app/e2e/checkout.ts cli/proofs/chaos/client.ts cli/proofs/race/race-contest.ts cli/proofs/race/race-racer.ts",
  "addresses and fields of the wire":
    "app/api/serve/calls.txt app/api/serve/flow.test.ts app/api/serve/once.test.ts app/http/doors/access-matrix.test.ts app/http/doors/access-matrix.txt app/http/request/origin-matrix.test.ts app/http/request/origin.test.ts app/http/request/this-machine.test.ts app/routes/flow-rules.test.ts app/testing/access/api-doors.ts app/testing/access/ask.ts app/testing/access/web-doors.ts app/testing/once/scenes.ts cli/proofs/fuzz/headers.ts modules/notifications/providers/web-push.test.ts",
  variables:
    "app/http/request/address.test.ts app/testing/server/serve.ts cli/main.test.ts cli/testing/command.ts cli/testing/one-file.ts modules/kernel/configuration-source.server.test.ts modules/kernel/env.server.test.ts",
  "texts and walls": "cli/commands/doctor/answers.test.ts cli/testing/providers.test.ts modules/architecture.test.ts",
};

const forTests = /\.test\.ts$|\/(testing|e2e|proofs)\//;
const searched = ["app", "cli", "docs", "lint", "migrations", "modules"];
const top = /\.(json|md|ts|js|example)$/;

function filesIn(folder: string): string[] {
  return readdirSync(path.join(env.root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesIn(file) : [file];
  });
}

const namesIt = (file: string) => /razorpay/i.test(readFileSync(path.join(env.root, file), "utf8"));

test("Razorpay is named by its adapter, the sandbox, the wire, the configuration and texts, and by no other file", () => {
  const all = [
    ...searched.flatMap(filesIn),
    ...readdirSync(env.root).filter((file) => top.test(file) && statSync(path.join(env.root, file)).isFile()),
  ].filter(namesIt);
  const elsewhere = all.filter((file) => !Object.values(folders).some((folder) => file.startsWith(folder)));
  const listed = [...Object.values(files), ...Object.values(tests)].flatMap((names) => names.split(" "));
  expect(elsewhere.toSorted()).toEqual(listed.toSorted());
  const product = all.filter((file) => /^(app|cli|modules)\/.*\.tsx?$/.test(file) && !forTests.test(file));
  console.info(`files that name Razorpay: ${all.length}, of them ${product.length} of the product's code`);
});
