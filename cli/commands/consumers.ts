import {
  consumersList,
  consumerToErase,
  eraseConsumer,
  exportConsumer,
  exportReceipt,
  type InTheWay,
  isFree,
  personExportFile,
  receiptOf,
  writePersonExport,
} from "#modules/consumers/index.ts";
import { exportReasons } from "#modules/consumers/shared.ts";
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
 * `erase <phone>`: erases a customer by the rules of R13. With --dry-run it says what stands in the way;
 * without --yes nothing happens.
 */
export async function erase(options: Acting & { dryRun?: boolean; yes?: boolean }, phone: string) {
  const parsed = mobile.safeParse(phone);
  if (!parsed.success) throw new UsageError("the phone is an Indian mobile number of ten digits");
  const told = await withDatabase(async () => {
    const admin = await adminOf(options);
    const { id, inTheWay } = await consumerToErase(admin, parsed.data);
    if (options.dryRun) return { inTheWay };
    if (!isFree(inTheWay)) throw conflict("consumers.inTheWay");
    if (!options.yes)
      throw new UsageError("The customer would be erased, which cannot be undone.\nSay --yes to do it.");
    await eraseConsumer(admin, { consumerId: id });
    return { receipt: await receiptOf(id) };
  });
  if (told.inTheWay)
    return show(told, isFree(told.inTheWay) ? "Nothing stands in the way." : obstacles(told.inTheWay), options);
  show(
    told,
    `Erased: nobody reads them from now on, and within 24 hours nothing is stored. Receipt: ${told.receipt?.id}`,
    options,
  );
}

/**
 * `export-person <phone>`: writes a file with all that is held of a customer, as the named admin, who must be a
 * SUPER_ADMIN. It stands in the customer's history like an export on the screen.
 */
export async function exportData(
  options: Acting & { out: string; reason: string; dryRun?: boolean; yes?: boolean },
  phone: string,
) {
  const parsed = mobile.safeParse(phone);
  if (!parsed.success) throw new UsageError("the phone is an Indian mobile number of ten digits");
  const reason = exportReasons.find((each) => each === options.reason);
  if (!reason) throw new UsageError(`--reason is ${exportReasons.join(", ")}`);
  needFree(options.out, options);
  const receipt = await withDatabase(async () => {
    const admin = await adminOf(options);
    const { id } = await consumerToErase(admin, parsed.data);
    if (options.dryRun) return void (await rolledBack(() => exportConsumer(admin, { id, reason }, "en")));
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

const obstacles = ({ requests, walletPaise, waiting, payments }: InTheWay) =>
  `In the way: ${[
    requests > 0 && `open requests: ${requests}`,
    walletPaise !== 0 && `in the wallet: ${rupees(walletPaise)}`,
    waiting > 0 && `wallet actions that wait for a second admin: ${waiting}`,
    payments > 0 && `payments or refunds that are not settled: ${payments}`,
  ]
    .filter(Boolean)
    .join(", ")}.`;
