import type { DomainError } from "../kernel/errors.ts";

/**
 * What a try for a ticket came to: its result, and what the other centers are told when it decided who has the ticket.
 */
export type Turn<T> = { result: T; others?: DomainError };

const underway = new Map<string, Promise<{ by: string; others: DomainError | undefined }>>();

/**
 * Try for a ticket, one center at a time within this process: of hundreds that come at once, one holds a connection
 * and the ticket's lock, the others wait in memory and are told by its outcome. Between processes the lock decides.
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
