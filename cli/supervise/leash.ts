/*
 * Loaded into each part by the supervisor (`node --import`): when its parent is killed, a part finishes its work and
 * ends, instead of running on unnoticed with an old build.
 */
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();
