import { clientNamed } from "#modules/catalog/index.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { installation, record } from "#modules/kernel/db/history.ts";
import { figure } from "#modules/kernel/figure.ts";
import { type AnyList, auditableFilter, needFile, sheetOf } from "#modules/kernel/lists/list.server.ts";
import { ownerOf } from "#modules/kernel/lists/owners.server.ts";
import { filePages } from "#modules/kernel/lists/prepared-export.server.ts";
import { reportList, revenueList } from "#modules/reports/index.ts";
import { show, tell, UsageError } from "../../run.ts";
import { needFree, sendOut } from "../../send-out.ts";
import { type Days, daysOf } from "./days.ts";
import { audited, type Operating, operatorOf, readingPeople } from "./operator.ts";

type Options = Operating & Days & { client?: string; out?: string; yes?: boolean };

/** `reports tickets`: one row per request of some days with all that is known of it, as the report page gives it. */
export const tickets = (options: Options) => report(options, "tickets", reportList);

/** `reports revenue`: one row per request of some days with its money, as the report page gives it. */
export const revenue = (options: Options) => report(options, "revenue", revenueList);

/** How often progress is told. */
const progressRows = 10_000;

async function report(options: Options, command: string, list: AnyList) {
  const days = daysOf(options);
  const { format, file } = targetOf(options);
  const rows = await readingPeople(options, async (actor) => {
    needFile(actor, list);
    const client = options.client && (await clientNamed(options.client)).id;
    const filter = list.filter.parse({ ...days, client }) as object;
    const sheet = { actor, filter, format, locale: "en" as const };
    let count = 0;
    async function* counted() {
      for await (const page of filePages(list, sheet)) {
        const before = count;
        count += page.length;
        yield page;
        if (Math.floor(count / progressRows) > Math.floor(before / progressRows))
          tell(`${figure(count)} rows`, options);
      }
    }
    const sent = await sendOut(sheetOf(list, sheet, counted()).stream, file).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    // What was read is in somebody's hands, whole or not; a file that was not finished is in nobody's.
    const data = { list: list.name, format, filter: auditableFilter(filter), rows: count, complete: !sent };
    if (!sent || file === undefined)
      await transaction(async () => {
        const by = await operatorOf(options);
        const about = by.kind === "system" ? installation : ownerOf(by);
        await record(by, { subject: about.subject, id: about.id, event: "list.exported", data });
        await audited(by, `reports ${command}`);
      });
    if (sent) throw sent.error;
    return count;
  });
  const words = `${figure(rows)} requests, ${days.from} to ${days.to}`;
  if (file !== undefined) return show({ ...days, file, rows }, `Wrote ${file}: ${words}`, options);
  // What goes to stdout is the file itself.
  process.stderr.write(`${options.json ? JSON.stringify({ ...days, rows }) : words}\n`);
}

/** Where to write and what: a file's ending says it, and stdout gets the text form. */
function targetOf({ out, yes }: Options) {
  if (out === undefined || out === "-") return { format: "csv" as const, file: undefined };
  const [, format] = /\.(csv|xlsx)$/.exec(out) ?? [];
  if (!format) throw new UsageError("--out ends with .csv or .xlsx; - is stdout");
  needFree(out, { yes });
  return { format: format as "csv" | "xlsx", file: out };
}
