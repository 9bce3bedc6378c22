import { isIP } from "node:net";
import tls from "node:tls";
import { day, now } from "#modules/kernel/clock.ts";
import { env } from "#modules/kernel/env.server.ts";
import type { Finding } from "./finding.ts";

/*
 * What answers: web, the address customers open with its certificate, and the providers. Each is asked once with
 * nothing but a GET, and waited for this long at most.
 */
const answerMs = 5_000;
/** More of an answer is not read. */
const mostRead = 16 * 1024;

type Answer = { status: number; text: string } | { error: string };

async function get(url: string): Promise<Answer> {
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(answerMs) });
    const decoder = new TextDecoder();
    let text = "";
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part && !part.done && text.length < mostRead; part = await reader?.read())
      text += decoder.decode(part.value, { stream: true });
    await reader?.cancel();
    return { status: response.status, text };
  } catch (error) {
    return { error: wordsOf(error) };
  }
}

/** Why there was no answer; `fetch` hides it in the cause. */
function wordsOf(error: unknown): string {
  const { cause, name, message } = error as Error;
  if (name === "TimeoutError") return `no answer within ${answerMs / 1_000} seconds`;
  const { code, message: reason } = (cause ?? error) as NodeJS.ErrnoException;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "its name is not found (DNS)";
  if (code === "ECONNREFUSED") return "nothing listens there";
  return reason || code || message;
}

/** What `/readyz` and `/healthz` answer; undefined where something else answered. */
function health(text: string): { ok: boolean; checks?: Record<string, boolean> } | undefined {
  try {
    const answer = JSON.parse(text);
    return typeof answer?.ok === "boolean" ? answer : undefined;
  } catch {
    return undefined;
  }
}

/** This machine's address of a port that listens on HOST. */
export function hereAt(port: number): string {
  const host = { "0.0.0.0": "127.0.0.1", "::": "::1" }[env.host] ?? env.host;
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

/** In a sandbox nothing has to run: then what does not answer is only worth a look. */
const missing = (finding: Omit<Finding, "ok" | "look">): Finding => ({
  ...finding,
  ok: env.sandbox,
  look: env.sandbox,
});

/** Whether a web process is ready here or elsewhere, whether PUBLIC_URL leads to one, and how long its certificate holds. */
export async function answers(): Promise<Finding[]> {
  const [here, open] = await Promise.all([get(`${hereAt(env.port)}/readyz`), get(`${env.publicUrl}/healthz`)]);
  const isOpen = "status" in open && open.status === 200 && health(open.text)?.ok === true;
  const findings = [web(here, isOpen), address(open, isOpen)];
  if (env.publicUrl.startsWith("https:")) findings.push(await certificate(env.publicUrl));
  return findings;
}

function web(here: Answer, isOpen: boolean): Finding {
  const check = "web";
  const at = hereAt(env.port);
  const answer = "status" in here ? health(here.text) : undefined;
  if (answer?.ok) return { check, ok: true, found: `ready at ${at}` };
  if (answer) {
    const faults = Object.entries(answer.checks ?? {}).flatMap(([name, ok]) => (ok ? [] : [name]));
    const advice = "its log says why, with the SQLSTATE of the database";
    return missing({ check, found: `at ${at} it is not ready (${faults.join(", ") || "it ends"})`, advice });
  }
  const why = "error" in here ? here.error : `something else answers (${here.status})`;
  if (isOpen) return { check, ok: true, found: `not at ${at} (${why}), but behind PUBLIC_URL` };
  return missing({
    check,
    found: `does not answer at ${at}: ${why}`,
    advice: "is it running? Its log says why it ended",
  });
}

function address(open: Answer, isOpen: boolean): Finding {
  const check = "address";
  if (isOpen) return { check, ok: true, found: `${env.publicUrl} leads to web` };
  const why = "error" in open ? open.error : `it answers ${open.status}, and not as web does`;
  return missing({
    check,
    found: `${env.publicUrl}: ${why}`,
    advice:
      "look at DNS and at the proxy; a machine that cannot reach its own public address is asked from another one",
  });
}

/** A certificate as a server showed it; `problem` is why it is not trusted. */
export type Shown = { from: Date; to: Date; problem?: string };

/** What is said of a certificate: its days, failed in the last twelfth of its life, worth a look in the last sixth. */
export function certificateFinding({ from, to, problem }: Shown, at = now()): Finding {
  const left = to.getTime() - at.getTime();
  const share = left / (to.getTime() - from.getTime());
  const days = Math.floor(left / day);
  const ends = left > 0 ? `ends in ${days} days` : `ended ${-days} days ago`;
  return {
    check: "certificate",
    ok: !problem && share >= 1 / 12,
    look: share < 1 / 6,
    found: problem ? `not trusted (${problem}), ${ends}` : ends,
    advice: "a proxy renews it by itself when a third of its life is left: its log says why it did not",
  };
}

/** The certificate of an https address. */
export async function certificate(url: string): Promise<Finding> {
  try {
    return certificateFinding(await shownBy(new URL(url)));
  } catch (error) {
    return missing({ check: "certificate", found: `none was shown: ${wordsOf(error)}`, advice: "look at the proxy" });
  }
}

function shownBy({ hostname, port }: URL): Promise<Shown> {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return new Promise((resolve, reject) => {
    const socket = tls.connect({
      host,
      port: Number(port || 443),
      rejectUnauthorized: false,
      ...(!isIP(host) && { servername: host }),
    });
    const timer = setTimeout(() => socket.destroy(new DOMException("", "TimeoutError")), answerMs);
    socket.once("close", () => clearTimeout(timer)).once("error", reject);
    socket.once("secureConnect", () => {
      const { valid_from, valid_to } = socket.getPeerCertificate();
      const problem = socket.authorized ? {} : { problem: String(socket.authorizationError) };
      socket.destroy();
      resolve({ from: new Date(valid_from), to: new Date(valid_to), ...problem });
    });
  });
}

/** The providers that are configured, by the address they are called at. */
const configured = () => [
  { name: "MSG91", url: env.msg91BaseUrl },
  ...(env.whatsappToken ? [{ name: "WhatsApp", url: env.whatsappBaseUrl }] : []),
  ...(env.fcmProjectId ? [{ name: "FCM", url: env.fcmBaseUrl }] : []),
  ...(env.mapsBaseUrl ? [{ name: "maps", url: env.mapsBaseUrl }] : []),
];

/** Whether the providers answer, and the payment provider takes the keys; no message is sent and no order is made. */
export async function providers(): Promise<Finding> {
  const check = "providers";
  if (env.sandbox) return { check, ok: true, found: "emulated" };
  const { gateway } = await import("#modules/wallet/index.ts");
  const payments = gateway.readWithKeys().then(
    () => undefined,
    (error: Error) => (error.name === "GatewayError" ? error.message : `${gateway.name}: ${wordsOf(error)}`),
  );
  const others = configured().map(async ({ name, url }) => {
    const answer = await get(new URL(url).origin);
    if ("error" in answer) return `${name}: ${answer.error}`;
    return answer.status >= 500 ? `${name}: it answers ${answer.status}` : undefined;
  });
  const silent = (await Promise.all([payments, ...others])).filter((words) => words !== undefined);
  const names = [`${gateway.name}, which takes the keys`, ...configured().map(({ name }) => name)];
  return {
    check,
    ok: silent.length === 0,
    found: silent.join("; ") || `${names.join(", ")} answer`,
    advice: "look at their status pages, at the keys, and at what this machine may reach",
  };
}
