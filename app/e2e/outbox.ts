/*
 * What the sandbox sent to a phone. A code is read off the last line of an OTP's SMS, which no other message has: any
 * six digits would do for a pincode as well, and centers are told pincodes at any moment.
 */

const otp = /#(\d{6})$/;

/** The messages a running product sent, read over its own sandbox. */
export function outboxAt(base: string) {
  /** Messages to a phone, newest first. */
  async function messages(to: string): Promise<string[]> {
    const sent = (await (await fetch(`${base}/sandbox/outbox?to=${to}`)).json()) as { text: string }[];
    return sent.map(({ text }) => text);
  }

  /** What comes to a phone by a job, as soon as more than `earlier` of its kind are there. */
  async function told(to: string, pattern: RegExp, earlier = 0): Promise<string> {
    const until = Date.now() + 15_000;
    while (Date.now() < until) {
      const found = (await messages(to)).flatMap((text) => pattern.exec(text)?.[1] ?? []);
      if (found.length > earlier) return found[0]!;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`nothing like ${pattern} came to ${to}`);
  }

  /** The newest OTP of a phone, once more than `earlier` were sent. */
  const code = (phone: string, earlier = 0) => told(phone, otp, earlier);
  const codesSoFar = async (phone: string) => (await messages(phone)).filter((text) => otp.test(text)).length;

  return { told, code, codesSoFar };
}
