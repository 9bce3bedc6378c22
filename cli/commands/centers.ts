import { z } from "zod";
import { centerNamed, centersToVerify, type VerifiedLine, verifyCenter } from "#modules/centers/index.ts";
import { istDate } from "#modules/kernel/clock.ts";
import { phone } from "#modules/kernel/validation.ts";
import { withDatabase } from "../embedded/database.ts";
import { house } from "../house.ts";
import { type GlobalOptions, show, UsageError } from "../run.ts";
import { table } from "../table.ts";

const mostListed = 1_000;

/** `centers list`: active centers, oldest first; phones are masked. */
export async function list(options: GlobalOptions & { unverified?: boolean; take: number }) {
  if (options.take < 1 || options.take > mostListed) throw new UsageError(`--take is 1 to ${mostListed}`);
  const unverified = options.unverified ?? false;
  const lines = await withDatabase(() => centersToVerify({ unverified, take: options.take }));
  show(lines, lines.length > 0 ? listed(lines, options) : "No center fits.", options);
}

/** `centers verify <center>`: marks a center as verified by the operator, or not with --undo; idempotent. */
export async function verify(options: GlobalOptions & { undo?: boolean; dryRun?: boolean }, which: string) {
  const verified = !options.undo;
  const named = centerName(which);
  const { center, changed } = await withDatabase(async () => {
    const match = await centerNamed(named);
    if (options.dryRun) return { center: match, changed: (match.verifiedAt !== null) !== verified };
    return verifyCenter(house(), { centerId: match.id, verified });
  });
  const words = `${center.qrId ?? center.id} ${center.centerName} (${center.phone})`;
  const state = verified ? "verified" : "not verified";
  if (options.dryRun)
    return show(
      { wouldChange: changed, center },
      changed ? `would be ${state}: ${words}` : `is ${state}: ${words}`,
      options,
    );
  show({ changed, center }, changed ? `${state} now: ${words}` : `was ${state} already: ${words}`, options);
}

/** A center as a command names it: a phone in any spelling, a QR id such as INA0001, or an internal id. */
export function centerName(which: string) {
  const trimmed = which.trim();
  const asPhone = phone.safeParse(trimmed);
  if (asPhone.success) return { phone: asPhone.data };
  if (z.uuid().safeParse(trimmed).success) return { id: trimmed };
  if (/^INA[A-Za-z0-9]{1,20}$/i.test(trimmed)) return { qrId: trimmed };
  throw new UsageError(
    `'${which}' is no phone of a center, no QR id such as INA0001 and no id: \`centers list\` shows them`,
  );
}

const listed = (lines: VerifiedLine[], options: GlobalOptions) =>
  table(
    ["since", "verified", "qr", "phone", "pincode", "city", "name", "id"],
    lines.map((line) => [
      istDate(line.createdAt),
      line.verifiedAt ? istDate(line.verifiedAt) : "no",
      line.qrId ?? "",
      line.phone,
      line.pincode,
      line.city ?? "",
      line.centerName,
      line.id,
    ]),
    options,
  );
