/*
 * Loaded into each part by the supervisor (`node --import`): a part whose parent was killed finishes what it is doing
 * and ends, instead of living on unseen with an old build.
 */
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();
