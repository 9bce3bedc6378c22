import pg from "pg";

/** How many statements are kept; the product has fewer, and what is put together from a filter may have many shapes. */
const mostKept = 400;
const names = new Map<string, string>();

function nameOf(text: string) {
  const known = names.get(text);
  if (known || names.size >= mostKept) return known;
  const name = `kept_${names.size + 1}`;
  names.set(text, name);
  return name;
}

/** A connection that keeps its statements: the database reads and plans one with parameters once, not each time. */
export class PreparingClient extends pg.Client {
  #gathering = false;

  // biome-ignore lint/suspicious/noExplicitAny: the driver's query has many shapes, and all others pass through
  override query(...args: any[]): any {
    const [text, values, ...rest] = args;
    const name = typeof text === "string" && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined;
    this.#gather();
    // biome-ignore lint/suspicious/noExplicitAny: see above
    return (super.query as any)(...(name ? [{ name, text, values }, ...rest] : args));
  }

  /**
   * What is asked at one moment travels in one packet: one journey for all of it. The database takes it one after
   * another, each for itself (a pool's `pipeline` lets one be asked before the last is answered).
   */
  #gather() {
    if (this.#gathering) return;
    this.#gathering = true;
    const { stream } = this.connection;
    stream.cork();
    process.nextTick(() => {
      this.#gathering = false;
      stream.uncork();
    });
  }
}
