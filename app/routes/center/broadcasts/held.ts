type Row = { id: string };

/**
 * The rows of a list that is being read, and how many wait: those that were shown stay where they are, each as it is now
 * (`now` and `elsewhere`, the lists it may have moved to); what came since is left out.
 */
export function heldRows<R extends Row>(shown: readonly R[], now: readonly R[], elsewhere: readonly R[]) {
  const known = new Map([...elsewhere, ...now].map((row) => [row.id, row]));
  const held = new Set(shown.map(({ id }) => id));
  return {
    rows: shown.map((row) => known.get(row.id) ?? row),
    waiting: now.filter(({ id }) => !held.has(id)).length,
  };
}
