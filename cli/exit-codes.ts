/** The exit codes of commands; scripts rely on them. */
export const exitCodes = {
  ok: 0,
  failure: 1,
  usage: 2,
  missing: 3,
  denied: 4,
  conflict: 5,
  configuration: 78,
  interrupted: 130,
  /** What read our output went away, as in `| head`. */
  brokenPipe: 141,
};
