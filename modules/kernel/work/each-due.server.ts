import { transaction, unitOfWork } from "../db/db.server.ts";
import { log } from "../log.server.ts";

/** The page size of a run of what is due. */
const atOnce = 500;

/** What is due, by internal ids in ascending order: the first `most` of those after an id. */
export type DuePage = (after: string, most: number) => Promise<readonly { id: string }[]>;

/** Before all ids. */
const beforeAll = "00000000-0000-0000-0000-000000000000";

/**
 * Run `act` for each row that is due, each in its own transaction, by pages: a row that fails is logged with `failed` and
 * passed, so that however many fail do not block the others; the next run takes it up again. Returns how often `act` did
 * something.
 */
export async function eachDue(
  page: DuePage,
  act: (id: string) => Promise<boolean>,
  failed: string,
  pageSize = atOnce,
): Promise<number> {
  let done = 0;
  for (let after: string | undefined = beforeAll; after; ) {
    const due = await page(after, pageSize);
    for (const { id } of due) {
      try {
        if (await unitOfWork(() => transaction(() => act(id)))) done += 1;
      } catch (error) {
        log.error({ err: error, id }, failed);
      }
    }
    after = due.length < pageSize ? undefined : due.at(-1)?.id;
  }
  return done;
}
