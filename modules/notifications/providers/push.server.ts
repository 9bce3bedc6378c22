import { importPKCS8, SignJWT } from "jose";
import { z } from "zod";
import { now } from "#modules/kernel/clock.ts";
import { env } from "#modules/kernel/env.server.ts";
import { callProvider, GatewayError, isEmulated } from "#modules/kernel/outside/provider-call.server.ts";
import type { Locale } from "#modules/messages/index.ts";
import { filledText } from "../templates/template-values.ts";
import { type TemplatesOn, templateOn, type ValuesOf } from "../templates/templates.ts";
import { isDemoPhone } from "./recipients.ts";

/** `gone`: the app was uninstalled; delete its token. `held`: demo phone, or push is not configured. */
export type Pushed = { status: "sent"; providerId: string } | { status: "gone" | "held"; providerId: null };

/** The target of a push: a device token, with the phone of the device's owner. */
export type Device = { token: string; phone: string };

const Answer = z.object({ name: z.string() });
const Refusal = z.object({
  error: z.object({
    status: z.string(),
    message: z.string(),
    details: z.array(z.object({ errorCode: z.string().optional() })).optional(),
  }),
});

/** Whether push is configured; it is optional in production. */
export const pushIsConfigured = () => env.fcmProjectId !== "";

/** Send a registered text to a device; `path` is what a tap on it opens. */
export async function sendPush<K extends TemplatesOn<"push">>(
  device: Device,
  key: K,
  values: ValuesOf<K>,
  { path, tag, locale }: { path: string; tag: string; locale: Locale },
): Promise<Pushed> {
  const template = templateOn(key, "push", locale)!;
  return sendPushText(device, { title: template.title, body: filledText(template, values) }, { path, tag });
}

/**
 * Send a text to a device by FCM's HTTP v1 API. Of pushes with the same `tag` the device shows the last one only.
 */
export async function sendPushText(
  device: Device,
  { title, body }: { title: string; body: string },
  { path, tag }: { path: string; tag?: string },
): Promise<Pushed> {
  if (!pushIsConfigured() || (isDemoPhone(device.phone) && !isEmulated(env.fcmBaseUrl))) {
    return { status: "held", providerId: null };
  }
  const once = tag && { android: { notification: { tag } }, apns: { headers: { "apns-collapse-id": tag } } };
  try {
    const answer = await callProvider({
      provider: "fcm",
      method: "POST",
      url: `${env.fcmBaseUrl}/v1/projects/${env.fcmProjectId}/messages:send`,
      headers: { authorization: `Bearer ${await accessToken()}` },
      body: { message: { token: device.token, notification: { title, body }, data: { path }, ...once } },
      answer: Answer,
      refusal: refusalOf,
    });
    return { status: "sent", providerId: answer.name };
  } catch (error) {
    if (error instanceof GatewayError && error.code === "UNREGISTERED") return { status: "gone", providerId: null };
    throw error;
  }
}

function refusalOf(body: unknown) {
  const error = Refusal.safeParse(body).data?.error;
  const code = error?.details?.find(({ errorCode }) => errorCode)?.errorCode ?? error?.status;
  return { code, description: error?.message };
}

const Token = z.object({ access_token: z.string(), expires_in: z.number() });
let cachedToken: { token: string; goodUntil: number } | undefined;

/** Google's access token for the service account, cached until a minute before it expires. */
async function accessToken(): Promise<string> {
  if (isEmulated(env.fcmBaseUrl)) return "sandbox";
  if (cachedToken && now().getTime() < cachedToken.goodUntil) return cachedToken.token;
  const tokenUrl = "https://oauth2.googleapis.com/token";
  const assertion = await new SignJWT({ scope: "https://www.googleapis.com/auth/firebase.messaging" })
    .setProtectedHeader({ alg: "RS256", typ: "JWT" })
    .setIssuer(env.fcmClientEmail)
    .setAudience(tokenUrl)
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(await importPKCS8(env.fcmPrivateKey, "RS256"));
  const { access_token, expires_in } = await callProvider({
    provider: "fcm",
    method: "POST",
    url: tokenUrl,
    body: new URLSearchParams({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion }),
    answer: Token,
    refusal: (body) => ({ code: (body as { error?: unknown } | undefined)?.error }),
  });
  cachedToken = { token: access_token, goodUntil: now().getTime() + (expires_in - 60) * 1000 };
  return access_token;
}
