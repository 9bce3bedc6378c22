import {
  consumersList,
  type ErasurePreview,
  eraseByPhone,
  erasurePreview,
  exportConsumer,
  exportReceipt,
  openPerson,
  personExportFile,
  type Receipt,
  receiptOf,
  writePersonExport,
} from "#modules/consumers/index.ts";
import type { ExportReason } from "#modules/consumers/shared.ts";
import { istDate } from "#modules/kernel/clock.ts";
import { conflict } from "#modules/kernel/errors.ts";
import { rupees } from "#modules/kernel/money.ts";
import { phone as mobile } from "#modules/kernel/validation.ts";
import { runJob } from "#modules/kernel/work/jobs.server.ts";
import { say } from "#modules/messages/index.ts";
import { withDatabase } from "../embedded/database.ts";
import { type GlobalOptions, show, UsageError } from "../run.ts";
import { needFree, sendOut } from "../send-out.ts";
import { table } from "../table.ts";
import { rolledBack } from "./rolled-back.ts";
import { adminOf } from "./wallet.ts";

type Acting = GlobalOptions & { as: string };

const mostListed = 500;

/** `consumers list`: customers, who registered last first, as the named admin sees them. */
export async function list(options: Acting & { search?: string; take: number }) {
  const { search, take } = options;
  if (take < 1 || take > mostListed) throw new UsageError(`--take is 1 to ${mostListed}`);
  const { rows } = await withDatabase(async () => consumersList.page(await adminOf(options), { search, take }));
  const words = table(
    ["registered", "name", "phone", "city", "id"],
    rows.map(({ createdAt, name, phone, city, id }) => [istDate(createdAt), name, phone, city ?? "", id]),
    options,
  );
  show(rows, rows.length > 0 ? words : "No customer fits.", options);
}

/**
 * `erase <phone>`: erases whoever has the phone by the rules of R13, also somebody whom only requests or files name. With
 * --dry-run it says what stands in the way; without --yes nothing happens. Said again it shows the same receipt. With
 * --words a number that nothing names as a customer's is erased from the words of others' requests and remarks.
 */
export async function erase(options: Acting & { words?: boolean; dryRun?: boolean; yes?: boolean }, phone: string) {
  const parsed = mobile.safeParse(phone);
  if (!parsed.success) throw new UsageError("<phone> is an Indian mobile number of ten digits");
  const inWords = options.words ?? false;
  const outcome: { preview?: ErasurePreview; receipt?: Receipt | undefined } = await withDatabase(async () => {
    const admin = await adminOf(options);
    const before = await rolledBack(async (): Promise<{ preview?: ErasurePreview; receipt?: Receipt }> => {
      const id = await openPerson(admin, parsed.data, { inWords });
      const over = await receiptOf(id);
      return over ? { receipt: over } : { preview: await erasurePreview(admin, id) };
    });
    if (options.dryRun || !before.preview) return before;
    if (!before.preview.free) throw conflict("consumers.inTheWay");
    if (!options.yes)
      throw new UsageError("The customer would be erased, which cannot be undone.\nSay --yes to do it.");
    return { receipt: await receiptOf(await eraseByPhone(admin, { phone: parsed.data, inWords })) };
  });
  const { preview, receipt } = outcome;
  if (preview)
    return show(
      preview,
      [preview.free ? "Nothing stands in the way." : obstacles(preview), ...partners(preview)].join("\n"),
      options,
    );
  show(
    { receipt },
    `Erased: nobody reads them any more, and within 24 hours of the erasure nothing is stored. Receipt: ${receipt?.id}`,
    options,
  );
}

/**
 * `export-person <phone>`: writes a file with all that is held of a customer, as the named admin, who must be a
 * SUPER_ADMIN. It stands in the customer's history like an export on the screen.
 */
export async function exportData(
  options: Acting & { out: string; reason: ExportReason; dryRun?: boolean; yes?: boolean },
  phone: string,
) {
  const parsed = mobile.safeParse(phone);
  if (!parsed.success) throw new UsageError("<phone> is an Indian mobile number of ten digits");
  const { reason } = options;
  needFree(options.out, options);
  const receipt = await withDatabase(async () => {
    const admin = await adminOf(options);
    if (options.dryRun)
      return void (await rolledBack(async () =>
        exportConsumer(admin, { id: await openPerson(admin, parsed.data), reason }, "en"),
      ));
    const id = await openPerson(admin, parsed.data);
    const exportId = await exportConsumer(admin, { id, reason }, "en");
    await runJob(writePersonExport, { exportId });
    const { stream } = await personExportFile(admin, { id, exportId });
    await sendOut(stream, options.out);
    return exportReceipt(admin, { id, exportId });
  });
  if (!receipt)
    return show(
      { wouldDo: { file: options.out, reason } },
      `would write all that is held of the customer to ${options.out}, and the history would tell of it`,
      options,
    );
  const { contents } = receipt;
  const kinds = (contents?.kinds ?? []).map(({ kind, n }) => `${say(`consumer.kind.${kind}`)}: ${n}`);
  show(
    { receipt, file: options.out },
    [`Written to ${options.out}. Receipt: ${receipt.id}`, ...kinds, `Files: ${contents?.files ?? 0}`].join("\n"),
    options,
  );
}

/** What stands in the way, and what to do about it. */
const obstacles = ({ inTheWay: { requests, walletPaise, waiting, payments } }: ErasurePreview) =>
  `In the way: ${[
    requests > 0 && `open requests: ${requests} (close or cancel them)`,
    walletPaise !== 0 && `in the wallet: ${rupees(walletPaise)} (pay it out or waive it)`,
    waiting > 0 && `wallet actions and objections that wait for a decision: ${waiting} (decide them)`,
    payments > 0 && `payments or refunds that are not settled: ${payments} (they settle by themselves)`,
  ]
    .filter(Boolean)
    .join(", ")}.`;

/** Who of the house has the number, too. */
const partners = ({ partners: kinds }: ErasurePreview) =>
  kinds.length === 0
    ? []
    : [`The number is also that of: ${kinds.map((kind) => say(`consumer.partner.${kind}`)).join(", ")}. They stay.`];
