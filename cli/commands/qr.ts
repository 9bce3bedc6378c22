import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { qrPoster } from "#modules/centers/index.ts";
import { AskPoster } from "#modules/centers/shared.ts";
import { withDatabase } from "../embedded/database.ts";
import { house } from "../house.ts";
import { Conflict, type GlobalOptions, show, UsageError } from "../run.ts";

type Options = GlobalOptions & { size: string; out?: string; dryRun?: boolean; yes?: boolean };

/** `qr poster`: the PDF of a code, to a file or to stdout; an existing file is overwritten only with --yes. */
export async function poster({ size: wanted, out, dryRun, yes, ...options }: Options, code: string) {
  const { qrId, size } = AskPoster.parse({ qrId: code, size: wanted });
  if (out === "-" && options.json) throw new UsageError("--out - and --json would both write to stdout");
  if (out && !yes) refuseOverwriting(out);
  const { pdf, name, facts } = await withDatabase(() => qrPoster(house(), { qrId, size, dryRun }));
  const file = out ?? name;
  if (file === "-") {
    if (!dryRun) await new Promise((done) => process.stdout.write(pdf, done));
    return;
  }
  if (!yes) refuseOverwriting(file);
  if (!dryRun) await writeFile(file, pdf);
  const verb = dryRun ? "would write" : "Wrote";
  show(
    { ...facts, size, file, bytes: pdf.length, written: !dryRun },
    `${verb} ${file}: ${facts.name}, ${facts.qrId}, ${size}, leads to ${facts.address}`,
    options,
  );
}

function refuseOverwriting(file: string) {
  if (file !== "-" && existsSync(file)) throw new Conflict(`${file} is there already: --yes writes over it`);
}
