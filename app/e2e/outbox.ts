import { patienceMs } from "./journey.ts";

/*
 * Messages the sandbox sent to a phone. A code is read from the last line of an OTP's SMS, which no other message has:
 * six digits alone could be a pincode, which messages to centers contain.
 */

const otp = /#(\d{6})$/;

/** Reads the messages a running product sent, through its sandbox. */
export function outboxAt(base: string) {
  /** Messages to a phone, newest first. */
  async function messages(to: string): Promise<string[]> {
    const sent = (await (await fetch(`${base}/sandbox/outbox?to=${to}`)).json()) as { text: string }[];
    return sent.map(({ text }) => text);
  }

  /** Waits until a phone has more than `earlier` messages that match, and returns the newest match. */
  async function newestMatch(to: string, pattern: RegExp, earlier = 0): Promise<string> {
    const until = Date.now() + patienceMs;
    while (Date.now() < until) {
      const matches = (await messages(to)).flatMap((text) => pattern.exec(text)?.[1] ?? []);
      if (matches.length > earlier) return matches[0]!;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`nothing like ${pattern} came to ${to}`);
  }

  /** The newest OTP of a phone, once more than `earlier` were sent. */
  const code = (phone: string, earlier = 0) => newestMatch(phone, otp, earlier);
  const codesSoFar = async (phone: string) => (await messages(phone)).filter((text) => otp.test(text)).length;

  return { newestMatch: newestMatch, code, codesSoFar };
}
