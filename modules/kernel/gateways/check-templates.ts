import { env } from "../env.server.ts";
import { isEmulated } from "./provider-call.server.ts";
import { configuredTemplateId, nameOf, templateIdOf } from "./template-ids.ts";
import { allTemplates, otpHost, placesOf, type Tag, type Template } from "./templates.ts";

/** Every rule of B7 a registered text breaks, in words, plus template ids the real gateway would lack. */
export function templateProblems(templates: Template[] = allTemplates()): string[] {
  const problems = templates.flatMap((template) =>
    [...textProblems(template), ...(template.channel === "sms" ? smsProblems(template) : [])].map(
      (problem) => `${template.key} (${template.channel}, ${template.locale}): ${problem}`,
    ),
  );
  return [...registrationProblems(), ...problems];
}

function registrationProblems(): string[] {
  if (isEmulated(env.msg91BaseUrl)) return [];
  const needed = { DLT_HEADER: env.dltHeader, DLT_ENTITY_ID: env.dltEntityId };
  return Object.entries(needed).flatMap(([name, value]) => (value ? [] : [`${name} is missing: SMS need it`]));
}

/** Refuse to boot with a message no operator would deliver; lists every problem at once. */
export function checkTemplates() {
  const problems = templateProblems();
  if (problems.length > 0) throw new Error(`message templates are not deliverable:\n  ${problems.join("\n  ")}`);
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

function smsProblems(template: Template): string[] {
  const problems: string[] = [];
  const count = Array.from(template.body.matchAll(/\{\w+\}/g)).length;
  if (count > 2) problems.push(`${count} variables, at most 2 are delivered`);
  if (template.key === "otp") problems.push(...otpProblems(template));
  if (!isEmulated(env.msg91BaseUrl) && !configuredTemplateId(template)) {
    problems.push(`no MSG91 template id in MSG91_TEMPLATES (${template.key}.${template.locale}=…)`);
  }
  const { length, segments } = segmentsOf(template);
  if (template.locale === "en" && template.key === "otp" && segments > 1)
    problems.push(`${length} characters, one segment holds 160`);
  if (segments > 3) problems.push(`${segments} segments, at most 3`);
  return problems;
}

function otpProblems(template: Template): string[] {
  const problems: string[] = [];
  if (template.body.split("\n").at(-1) !== `@${otpHost()} #{code}`)
    problems.push(`the last line must be @${otpHost()} #{code}`);
  if (/https?:/.test(template.body)) problems.push("an OTP message holds no link");
  return problems;
}

const longest: Record<Tag, number> = { numeric: 6, alphanumeric: 20, url: 60 };
const gsm7 = /^[A-Za-z0-9 \n\r@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà]*$/;

/** How long a text gets with usual values, and how many SMS segments that is (GSM-7: 160, then 153; UCS-2: 70, then 67). */
export function segmentsOf(template: Template) {
  const text = template.body.replace(/\{(\w+)\}/g, (_, name: string) =>
    "0".repeat(longest[template.variables[name] ?? "url"]),
  );
  const [one, more] = gsm7.test(text) ? [160, 153] : [70, 67];
  return { length: text.length, segments: text.length <= one ? 1 : Math.ceil(text.length / more) };
}

/** The text in the form it is registered on the DLT portal, with `{#numeric#}` tags. */
export const registeredText = (template: Template) =>
  template.body.replace(/\{(\w+)\}/g, (_, name: string) => `{#${template.variables[name]}#}`);

/** The rows to be registered on the DLT portal and mapped at MSG91: header, entity, template id and text of each SMS. */
export const templateRegistry = () =>
  allTemplates()
    .filter((template) => template.channel === "sms")
    .map((template) => ({
      name: nameOf(template),
      header: env.dltHeader,
      entityId: env.dltEntityId,
      templateId: templateIdOf(template),
      text: registeredText(template),
    }));
