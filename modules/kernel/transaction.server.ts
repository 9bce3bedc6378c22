import type { Pool, PoolClient, QueryResult } from "pg";
import type { Statement } from "./combine.ts";

/**
 * One transaction on a connection of its own. Its BEGIN travels with what is asked first in it and its COMMIT with
 * the last, so that neither costs a journey; where nothing is asked nothing is sent.
 */
export class Transaction {
  #client: PoolClient;
  #state: "new" | "open" | "over" = "new";

  private constructor(client: PoolClient) {
    this.#client = client;
  }

  static async on(pool: Pool): Promise<Transaction> {
    return new Transaction(await pool.connect());
  }

  async ask({ text, params }: Statement): Promise<QueryResult> {
    if (this.#state === "over") throw new Error("something was asked in a transaction that is over");
    if (this.#state === "new") {
      this.#state = "open";
      // When it cannot begin, what follows cannot be asked either, and tells so.
      this.#client.query("begin").catch(() => {});
    }
    return this.#client.query(text, params as unknown[]);
  }

  /**
   * Commit, with a last thing to write if there is one; a refused one leaves nothing to commit. So does one that was
   * refused before and whose refusal nobody heard: the database answers COMMIT with ROLLBACK then.
   */
  async commit(last?: Statement): Promise<void> {
    if (this.#state === "new" && !last) return this.#end();
    const [, { command }] = await Promise.all([last && this.ask(last), this.#client.query("commit")]);
    this.#end();
    if (command !== "COMMIT") throw new Error("a statement of the transaction was refused: nothing was committed");
  }

  /** Undo it all, after a failed commit as well; a connection that cannot even do that is of no use to anybody. */
  async rollback(): Promise<void> {
    if (this.#state === "over") return;
    const broken =
      this.#state === "open" &&
      (await this.#client.query("rollback").then(
        () => false,
        () => true,
      ));
    this.#end(broken);
  }

  #end(broken = false) {
    this.#state = "over";
    this.#client.release(broken);
  }
}
