import { Agent } from "node:http";
import { Agent as SecureAgent } from "node:https";
import type Razorpay from "razorpay";
import { z } from "zod";
import { env } from "#modules/kernel/env.server.ts";
import { type Answered, askProvider } from "#modules/kernel/outside/provider-call.server.ts";

/*
 * The `razorpay` package, used by its declared methods. One part of its inside is configured as well, here only:
 * `client.api.rq`, the axios instance by which it sends. The package declares no option for what is set there: an address
 * of ours (the emulator), a deadline, the size of an answer, no proxy of the environment, no redirect, and the raw answer
 * with its status, which `askProvider` judges. `razorpay.server.test.ts` ("what leaves the house", "a provider in trouble")
 * goes red when a version of the package sends otherwise.
 */

/** The part of the package that is used. */
type Client = Pick<Razorpay, "orders" | "payments" | "refunds" | "settlements">;

/**
 * Long enough for the bank behind a capture, short enough that five unanswered calls open the circuit within ten
 * seconds.
 */
const timeoutMs = 5_000;
const mostAnswered = 1024 * 1024;

type Call = (client: Client) => Promise<unknown>;

const Refusal = z.object({ error: z.object({ code: z.string(), description: z.string() }) });

/** One request to Razorpay; errors as in `askProvider`. */
export const askRazorpay = <T>(answer: z.ZodType<T>, call: Call, headers?: Record<string, string>) =>
  askProvider({
    provider: "razorpay",
    url: env.paymentBaseUrl,
    send: () => sendBy(call, headers),
    answer,
    refusal: (refused) => Refusal.safeParse(refused).data?.error ?? {},
  });

/** Own agents: Node's shared ones can be routed through a proxy by environment variables. */
const agentOptions = { keepAlive: true, timeout: 5_000 };
const agents = { httpAgent: new Agent(agentOptions), httpsAgent: new SecureAgent(agentOptions) };

/** The library's internal axios instance, which it does not declare: only the parts configured here. */
type Line = {
  defaults: Record<string, unknown> & { headers: Record<string, unknown> };
  interceptors: {
    response: { use(answered: (answer: Answer) => { data: Answered }, failed: (failure: Failure) => never): void };
  };
};
type Answer = { status: number; data: string };
type Failure = Error & { code?: string };

/**
 * Make one call through Razorpay's library and return the raw response; judging it is left to the caller. Each call
 * gets its own client, because its deadline and a refund's idempotency key apply to this call only.
 */
async function sendBy(call: Call, headers: Record<string, string> = {}) {
  const deadline = AbortSignal.timeout(timeoutMs);
  const client = await clientOf({ headers, deadline });
  try {
    return (await call(client)) as Answered;
  } catch (thrown) {
    throw (thrown as { error?: unknown }).error ?? thrown;
  }
}

async function clientOf({ headers, deadline }: { headers: Record<string, string>; deadline: AbortSignal }) {
  // Loaded with the first payment: with axios it costs a process 20 MB and a third of a second.
  const { default: Library } = await import("razorpay");
  const client = new Library({ key_id: env.paymentKeyId, key_secret: env.paymentKeySecret });
  const { rq: line } = client.api as unknown as { rq: Line };
  Object.assign(line.defaults, {
    ...agents,
    baseURL: env.paymentBaseUrl,
    signal: deadline,
    proxy: false,
    // Following a redirect would send our credentials to an address that is not configured.
    maxRedirects: 0,
    maxContentLength: mostAnswered,
    responseType: "text",
    transformResponse: (text: unknown) => text,
    validateStatus: () => true,
  });
  Object.assign(line.defaults.headers, headers);
  line.interceptors.response.use(
    (answer) => ({ ...answer, data: { status: answer.status, text: answer.data } }),
    (failure) => {
      // The library keeps only these fields of a failure. The request is dropped, because it holds our key.
      const { message, code, cause } = failure;
      const error = deadline.aborted ? deadline.reason : Object.assign(new Error(message, { cause }), { code });
      throw { response: { status: 0, data: { error } } };
    },
  );
  return client;
}
