/** What was looked at, and whether all of it is in order. */
export type Readiness = { ok: boolean; checks: Record<string, boolean> };

/** A look that takes longer counts as failed: then a caller would wait, too. */
const withinMs = 1_500;
/** One look serves all who ask within this time, so that asking often costs nothing. */
const cacheMs = 250;
/** How many looks in a row must fail before a process that was ready is not, and succeed before it is again. */
const failuresToFall = 3;
const successesToRise = 2;

/**
 * Whether this process should be sent requests, told steadily: a busy moment or one lost connection changes nothing. A
 * process that has just started is ready after its first good look.
 */
export function steadily(look: () => Promise<Readiness>, now = () => performance.now()): () => Promise<Readiness> {
  let ready: boolean | undefined;
  /** Looks in a row that say the opposite of what is told. */
  let against = 0;
  let last: { at: number; readiness: Readiness } | undefined;
  let looking: Promise<Readiness> | undefined;

  const tell = ({ ok, checks }: Readiness): Readiness => {
    against = ok === (ready ?? false) ? 0 : against + 1;
    const needed = ready === undefined ? 1 : ready ? failuresToFall : successesToRise;
    if (against >= needed) {
      ready = ok;
      against = 0;
    }
    last = { at: now(), readiness: { ok: ready ?? false, checks } };
    return last.readiness;
  };

  return async () => {
    if (last && now() - last.at < cacheMs) return last.readiness;
    looking ??= inTime(look)
      .then(tell)
      .finally(() => {
        looking = undefined;
      });
    return looking;
  };
}

async function inTime(look: () => Promise<Readiness>): Promise<Readiness> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Readiness>((resolve) => {
    timer = setTimeout(resolve, withinMs, { ok: false, checks: { inTime: false } });
  });
  try {
    return await Promise.race([look(), late]);
  } finally {
    clearTimeout(timer);
  }
}
