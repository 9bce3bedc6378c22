import { env } from "#modules/kernel/env.server.ts";
import { isEmulated } from "#modules/kernel/outside/provider-call.server.ts";
import { dltRegister, type RegisteredSms, registeredText } from "./dlt-register.ts";
import { configuredTemplateId, nameOf } from "./template-ids.ts";
import { allTemplates, otpHost, placesOf, type Tag, type Template } from "./templates.ts";

/** Every rule of B7 that a registered text breaks, in words, and what is missing for the real gateway. */
export function templateProblems(templates: Template[] = allTemplates()): string[] {
  const { rows, problem } = dltRegister();
  const problems = templates.flatMap((template) =>
    [...textProblems(template), ...(template.channel === "sms" ? smsProblems(template, rows) : [])].map(
      (issue) => `${template.key} (${template.channel}, ${template.locale}): ${issue}`,
    ),
  );
  return [...(problem ? [problem] : []), ...senderProblems(), ...rows.flatMap(rowProblems), ...problems];
}

function senderProblems(): string[] {
  if (isEmulated(env.msg91BaseUrl)) return [];
  const needed = { DLT_HEADER: env.dltHeader, DLT_ENTITY_ID: env.dltEntityId };
  return Object.entries(needed).flatMap(([name, value]) => (value ? [] : [`${name} is missing: SMS need it`]));
}

function textProblems(template: Template): string[] {
  const problems: string[] = [];
  const places = placesOf(template);
  for (const name of places) if (!template.variables[name]) problems.push(`{${name}} is not a declared variable`);
  for (const name of Object.keys(template.variables))
    if (!places.includes(name)) problems.push(`${name} is never used`);
  if (/\}\s*\{/.test(template.body)) problems.push("two variables stand next to each other");
  if (!template.body.includes(env.productName)) problems.push("the brand name is missing");
  return problems;
}

function smsProblems(template: Template, rows: RegisteredSms[]): string[] {
  const problems: string[] = [];
  const count = Array.from(template.body.matchAll(/\{\w+\}/g)).length;
  if (count > 2) problems.push(`${count} variables, at most 2 are delivered`);
  if (template.key === "otp") problems.push(...otpProblems(template));
  const registered = rows.find(({ name }) => name === nameOf(template));
  if (registered && registered.text !== registeredText(template))
    problems.push(`the text is not the registered one (${registered.text})`);
  // When the provider does not allow the autofill line, only the plain text is registered.
  const needed = template.key !== "otp" || registered !== undefined;
  if (needed && !registered) problems.push("it is not in the DLT register");
  if (needed && !isEmulated(env.msg91BaseUrl) && !configuredTemplateId(template))
    problems.push(`no MSG91 template id in MSG91_TEMPLATES (${nameOf(template)}=…)`);
  return [...problems, ...lengthProblems(template)];
}

/** English must fit one SMS segment. Hindi too without a link; with one, which fills most of a segment, two. */
function lengthProblems(template: Template): string[] {
  const { length, segments } = segmentsOf(template);
  if (template.locale === "en") return segments > 1 ? [`${length} characters, one segment holds 160`] : [];
  const most = template.key.startsWith("otp") ? 1 : 2;
  return segments > most ? [`${length} characters are ${segments} segments, at most ${most}`] : [];
}

function otpProblems(template: Template): string[] {
  const problems: string[] = [];
  if (template.body.split("\n").at(-1) !== `@${otpHost()} #{code}`)
    problems.push(`the last line must be @${otpHost()} #{code}`);
  if (/https?:/.test(template.body)) problems.push("an OTP message holds no link");
  return problems;
}

/** What no valid DLT register contains. */
function rowProblems(row: RegisteredSms, at: number, all: RegisteredSms[]): string[] {
  const problems: string[] = [];
  if (!/^[A-Za-z]{6}$/.test(row.header)) problems.push("the header is not six letters");
  if (!/^\d{19}$/.test(row.entityId)) problems.push("the principal entity id is not 19 digits");
  if (!/^\d{19}$/.test(row.templateId)) problems.push("the template id is not 19 digits");
  if (all.findIndex(({ templateId }) => templateId === row.templateId) !== at)
    problems.push("its template id is another one's");
  if (env.dltHeader && row.header !== env.dltHeader) problems.push("the header is not DLT_HEADER");
  if (env.dltEntityId && row.entityId !== env.dltEntityId)
    problems.push("the principal entity id is not DLT_ENTITY_ID");
  return problems.map((problem) => `DLT register, ${row.name}: ${problem}`);
}

const longest: Record<Tag, number> = { numeric: 6, alphanumeric: 16, url: 64 };
const gsm7 = /^[A-Za-z0-9 \n\r@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà]*$/;

/**
 * The length of a text with typical values, and its number of SMS segments (GSM-7: 160, then 153; UCS-2: 70, then 67).
 */
export function segmentsOf(template: Template) {
  const text = template.body.replace(/\{(\w+)\}/g, (_, name: string) =>
    "0".repeat(longest[template.variables[name] ?? "url"]),
  );
  const [one, more] = gsm7.test(text) ? [160, 153] : [70, 67];
  return { length: text.length, segments: text.length <= one ? 1 : Math.ceil(text.length / more) };
}

/** The text as a flow of MSG91 has it, with `##VAR1##` in the order in which the variables are sent. */
export function flowText(template: Template): string {
  const places = placesOf(template);
  return template.body.replace(/\{(\w+)\}/g, (_, name: string) => `##VAR${places.indexOf(name) + 1}##`);
}

/** The texts to register on the DLT portal and at MSG91, each with its row in the register and its id at MSG91 if known. */
export const templateRegistry = () => {
  const { rows } = dltRegister();
  return allTemplates()
    .filter((template) => template.channel === "sms")
    .map((template) => {
      const name = nameOf(template);
      const row = rows.find((one) => one.name === name);
      return {
        name,
        header: row?.header ?? env.dltHeader,
        entityId: row?.entityId ?? env.dltEntityId,
        templateId: row?.templateId ?? "",
        text: registeredText(template),
        flow: flowText(template),
        flowId: configuredTemplateId(template) ?? "",
      };
    });
};
