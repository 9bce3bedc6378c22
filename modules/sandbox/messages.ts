import { z } from "zod";
import { sameSecret } from "#modules/kernel/crypto.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { templateWithId, whatsappName } from "#modules/notifications/templates/template-ids.ts";
import { allTemplates, filled, placesOf, type Template } from "#modules/notifications/templates/templates.ts";
import { reportSoon } from "./delivery-reports.ts";
import { appendToOutbox } from "./outbox.ts";

const Flow = z.object({
  template_id: z.string(),
  recipients: z.array(z.looseObject({ mobiles: z.string().regex(/^91[6-9]\d{9}$/) })).min(1),
});

/** The emulator of MSG91's flow API: renders the registered template and stores the SMS in the outbox. */
export async function handleMsg91(request: Request): Promise<Response> {
  const refused = (message: string, status = 400) => Response.json({ type: "error", message }, { status });
  if (!new URL(request.url).pathname.endsWith("/api/v5/flow")) return refused("Not found", 404);
  if (!sameSecret(request.headers.get("authkey") ?? "", env.msg91AuthKey))
    return refused("Authentication failure", 401);
  const flow = Flow.safeParse(await json(request));
  if (!flow.success) return refused("Invalid request");
  const template = templateWithId(flow.data.template_id);
  if (!template) return refused("Template ID missing or invalid");
  let id = "";
  for (const { mobiles, ...variables } of flow.data.recipients) {
    const texts = placesOf(template).map((_, index) => variables[`VAR${index + 1}`]);
    if (!texts.every((text) => typeof text === "string")) return refused("Variable missing");
    id = (await appendToOutbox("sms", mobiles, render(template, texts as string[]))).replaceAll("-", "");
    reportSoon("sms", id, mobiles);
  }
  return Response.json({ type: "success", message: id });
}

const WhatsappMessage = z.object({
  messaging_product: z.literal("whatsapp"),
  to: z.string().regex(/^91[6-9]\d{9}$/),
  type: z.literal("template"),
  template: z.object({
    name: z.string(),
    language: z.object({ code: z.string() }),
    components: z
      .array(
        z.object({
          type: z.literal("body"),
          parameters: z.array(z.object({ type: z.literal("text"), text: z.string() })),
        }),
      )
      .length(1),
  }),
});

/** The emulator of WhatsApp's Cloud API: renders the registered template and stores the message in the outbox. */
export async function handleWhatsapp(request: Request): Promise<Response> {
  const refused = (message: string, code = 100, status = 400) =>
    Response.json({ error: { message, type: "OAuthException", code } }, { status });
  if (!new URL(request.url).pathname.endsWith(`/${env.whatsappPhoneId}/messages`))
    return refused("Unknown path", 803, 404);
  if (!sameSecret(request.headers.get("authorization") ?? "", `Bearer ${env.whatsappToken}`)) {
    return refused("Invalid OAuth access token", 190, 401);
  }
  const message = WhatsappMessage.safeParse(await json(request));
  if (!message.success) return refused("Invalid parameter");
  const { to, template: requested } = message.data;
  const texts = requested.components[0]!.parameters.map(({ text }) => text);
  const template = allTemplates().find(
    (one) =>
      one.channel === "whatsapp" && whatsappName(one) === requested.name && one.locale === requested.language.code,
  );
  if (!template) return refused("Template name does not exist in the translation", 132_001, 404);
  if (texts.length !== placesOf(template).length) {
    return refused("Number of parameters does not match the expected number of params", 132_000);
  }
  const id = `wamid.${await appendToOutbox("whatsapp", to, render(template, texts))}`;
  reportSoon("whatsapp", id, to);
  return Response.json({
    messaging_product: "whatsapp",
    contacts: [{ input: to, wa_id: to }],
    messages: [{ id, message_status: "accepted" }],
  });
}

const Push = z.object({
  message: z.object({ token: z.string(), notification: z.object({ title: z.string(), body: z.string() }) }),
});

/** The emulator of FCM's HTTP v1 API; a token starting with `gone` stands for a device that uninstalled the app. */
export async function handleFcm(request: Request): Promise<Response> {
  const refused = (status: number, code: string, errorCode = code) =>
    Response.json({ error: { code: status, status: code, message: code, details: [{ errorCode }] } }, { status });
  if (!/\/v1\/projects\/[^/]+\/messages:send$/.test(new URL(request.url).pathname)) return refused(404, "NOT_FOUND");
  if (!request.headers.get("authorization")?.startsWith("Bearer ")) return refused(401, "UNAUTHENTICATED");
  const push = Push.safeParse(await json(request));
  if (!push.success) return refused(400, "INVALID_ARGUMENT");
  const { token, notification } = push.data.message;
  if (token.startsWith("gone")) return refused(404, "NOT_FOUND", "UNREGISTERED");
  const id = await appendToOutbox("push", token, `${notification.title}\n${notification.body}`);
  return Response.json({ name: `projects/${env.fcmProjectId}/messages/${id}` });
}

const render = (template: Template, texts: string[]) =>
  filled(template, Object.fromEntries(placesOf(template).map((name, index) => [name, texts[index]!])));

async function json(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    return undefined;
  }
}
