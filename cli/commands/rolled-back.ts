import { transaction } from "#modules/kernel/db/db.server.ts";

/** The result of an act whose transaction is rolled back: everything is checked, nothing is done. */
export async function rolledBack<T>(act: () => Promise<T>): Promise<T> {
  let result: { is: T } | undefined;
  const undo = new Error("only tried");
  await transaction(async () => {
    result = { is: await act() };
    throw undo;
  }).catch((error) => {
    if (error !== undo) throw error;
  });
  return result!.is;
}
