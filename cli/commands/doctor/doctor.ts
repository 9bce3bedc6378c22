import { Failed, type GlobalOptions, painted, show } from "../../run.ts";
import { answers } from "./answers.ts";
import { database } from "./database.ts";
import type { Finding } from "./finding.ts";
import { browser, configuration, disks, proxies, runtime, texts } from "./process.ts";

/**
 * Checks everything the product depends on and changes nothing; each line says what was found and, if it is wrong, what
 * to do.
 */
export async function doctor(options: GlobalOptions & { browser?: boolean }) {
  // An unusable configuration has ended the process with code 78 before this line.
  const findings: Finding[] = [configuration(), proxies(), runtime(), ...disks()];
  const [answered, stored] = await Promise.all([answers(), database()]);
  findings.push(await texts(), ...answered, ...stored);
  if (options.browser) findings.push(await browser());
  const failed = findings.filter(({ ok }) => !ok).length;
  const lines = findings.map(({ check, ok, look, found, advice }) => {
    const well = look ? painted("yellow", "look  ", options) : painted("green", "ok    ", options);
    const mark = ok ? well : painted("red", "failed", options);
    return `${mark}  ${check.padEnd(14)}${found}${(ok && !look) || !advice ? "" : `\n${" ".repeat(22)}→ ${advice}`}`;
  });
  show(
    { ok: failed === 0, findings },
    [...lines, failed === 0 ? "All is well." : `${failed} failed.`].join("\n"),
    options,
  );
  if (failed > 0) throw new Failed();
}
