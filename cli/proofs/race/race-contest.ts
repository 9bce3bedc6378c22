import type { Stand } from "../stand/stand.ts";
import { type Answer, type CallKind, send, type Tally } from "./race-calls.ts";

type Call = { method?: string; token?: string; body?: object; address?: string };

/** One contest of a race: its calls in turns over the web processes, and the answers that none of them may have. */
export class Contest {
  private readonly stand: Stand;
  private readonly tally: Tally;
  /** What the calls may be answered, as they are counted. */
  private readonly allowed: RegExp;
  private readonly strange = new Map<string, number>();
  private calls = 0;

  constructor(stand: Stand, tally: Tally, allowed: RegExp) {
    this.stand = stand;
    this.tally = tally;
    this.allowed = allowed;
  }

  /** Makes a call of the API. */
  async ask(kind: CallKind, path: string, call: Call): Promise<Answer> {
    const { webs } = this.stand;
    return this.counted(await send(kind, `${webs[this.calls++ % webs.length]!}/api/${path}`, call));
  }

  /** Pays an order at the provider, which reports it by its webhook. */
  async pay(order: string): Promise<Answer> {
    const url = `${this.stand.outside}/sandbox/razorpay/pay`;
    return this.counted(await send("pay", url, { body: { order_id: order, outcome: "success", webhook: true } }));
  }

  private counted(answer: Answer): Answer {
    this.tally.add(answer);
    if (!this.allowed.test(answer.name)) this.note(`an answer that is none of the call's: ${answer.name}`);
    return answer;
  }

  /** Counts what must not happen. */
  note = (sentence: string) => void this.strange.set(sentence, (this.strange.get(sentence) ?? 0) + 1);

  /** What must not have happened, as sentences. */
  unexpected = () => [...this.strange].map(([sentence, count]) => `${sentence} (${count} times)`);
}

/** Runs an action for all items in order, with a limited number at the same time. */
export async function together<T>(list: readonly T[], act: (it: T) => Promise<unknown>, lanes: number) {
  const left = list[Symbol.iterator]();
  const lane = async () => {
    for (const it of left) await act(it);
  };
  await Promise.all(Array.from({ length: Math.min(lanes, list.length) }, lane));
}
