import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { env } from "#modules/kernel/env.server.ts";
import { exitCodes } from "../run.ts";

/*
 * `npm run migration -- "a request has an owner"`: a file that says what is now true, named after the newest one, because
 * migrations run in the order of their names. Migrations stand in `migrations/`, or in the folder that is given second.
 */

const [words = "", folder = path.join(env.root, "migrations")] = process.argv.slice(2);
const slug = words
  .toLowerCase()
  .replace(/['\u2019]/g, "")
  .replace(/[^a-z0-9]+/g, "-")
  .replace(/^-|-$/g, "");
if (!/^[a-z]/.test(slug)) {
  process.stderr.write('Say what is now true: npm run migration -- "a request has an owner"\n');
  process.exit(exitCodes.usage);
}

const newest = readdirSync(folder)
  .flatMap((name) => /^\d{14}(?=-)/.exec(name) ?? [])
  .toSorted()
  .at(-1);
const present = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
const prefix = newest !== undefined && newest >= present ? String(BigInt(newest) + 1n) : present;
const name = slug.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());
const file = path.join(folder, `${prefix}-${slug}.ts`);
writeFileSync(
  file,
  `import { Migration } from "@mikro-orm/migrations";

/** ${words.charAt(0).toUpperCase()}${words.slice(1)}. */
export class ${name} extends Migration {
  override up() {
    this.addSql("");
  }

  override down() {
    this.addSql("");
  }
}
`,
  { flag: "wx" },
);
process.stdout.write(`${path.relative(env.root, file)}\n`);
