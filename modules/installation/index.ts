/** An installation: what it needs before its first booking, how it gets it, and how it is kept and brought back. */

export { BrokenBackup, folderSink, type Sink, streamSink, tarSink } from "./backup/archive.ts";
export { type EndedAccess, endAccess } from "./backup/end-access.ts";
export { type MadeBackup, newestBackup } from "./backup/newest-backup.ts";
export {
  type BackupContent,
  checkBackup,
  NotEmpty,
  type Restored,
  refuseFiles,
  refuseUsed,
  restoreBackup,
} from "./backup/restore-backup.ts";
export { type Verified, verifyInstallation } from "./backup/verify.ts";
export { type BackupReport, planBackup, writeBackup } from "./backup/write-backup.ts";
export { paymentKeysTried, tryPaymentKeys } from "./payment-keys.ts";
export { PlannedCenter, PlannedPrices, SetupPlan } from "./plan.ts";
export { type Readiness, readiness } from "./readiness.ts";
export { type Done, setUp } from "./set-up.ts";
