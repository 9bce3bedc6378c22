import type { DomainError } from "#modules/kernel/errors.ts";

/** The result of an attempt, and the refusal for the other centers once it decided who has the ticket. */
export type Turn<T> = { result: T; others?: DomainError };

const underway = new Map<string, Promise<{ by: string; others: DomainError | undefined }>>();

/**
 * Run the attempts for a ticket one at a time within this process: when hundreds of centers accept at once, one holds a
 * connection and the ticket's lock, the others wait in memory and get its outcome. Between processes the row lock
 * decides.
 */
export async function inTurn<T>(ticketId: string, centerId: string, attempt: () => Promise<Turn<T>>): Promise<T> {
  for (let before = underway.get(ticketId); before; before = underway.get(ticketId)) {
    const { by, others } = await before;
    if (others && by !== centerId) throw others;
  }
  const turn = attempt();
  const done = turn
    .then(
      ({ others }) => ({ by: centerId, others }),
      () => ({ by: centerId, others: undefined }),
    )
    .finally(() => underway.delete(ticketId));
  underway.set(ticketId, done);
  return (await turn).result;
}
