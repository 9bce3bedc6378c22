import { readFileSync } from "node:fs";
import { z } from "zod";
import { env } from "#modules/kernel/env.server.ts";
import { isEmulated } from "#modules/kernel/outside/provider-call.server.ts";
import { nameOf } from "./template-ids.ts";
import { allTemplates, type Template } from "./templates.ts";

/** A text as registered with the telecom operators (DLT): sender, principal entity, id and exact wording. */
const RegisteredSms = z.object({
  /** The product's name of the text: `otp.en`. */
  name: z.string(),
  /** Six letters. */
  header: z.string(),
  /** The principal entity, 19 digits. */
  entityId: z.string(),
  /** 19 digits. */
  templateId: z.string(),
  /** With `{#numeric#}` tags. */
  text: z.string(),
});
export type RegisteredSms = z.output<typeof RegisteredSms>;

/** The text in its DLT form, with `{#numeric#}` tags. */
export const registeredText = (template: Template) =>
  template.body.replace(/\{(\w+)\}/g, (_, name: string) => `{#${template.variables[name]}#}`);

/** The register as the sandbox's operators hold it: every SMS, each under its number. */
const registerOfSandbox = (): RegisteredSms[] =>
  allTemplates().flatMap((template) =>
    template.registered === undefined
      ? []
      : {
          name: nameOf(template),
          header: "GHRSVA",
          entityId: "1101160000000000001",
          templateId: `1107160000000000${String(template.registered).padStart(3, "0")}`,
          text: registeredText(template),
        },
  );

/** Returns the register in use: the file of DLT_REGISTER, or the sandbox's; `problem` says why there is none. */
export function dltRegister(): { rows: RegisteredSms[]; problem?: string } {
  if (env.dltRegister) return readRegister(env.dltRegister);
  if (isEmulated(env.msg91BaseUrl)) return { rows: registerOfSandbox() };
  return { rows: [], problem: "DLT_REGISTER is missing: the file with the registered SMS texts" };
}

function readRegister(file: string): { rows: RegisteredSms[]; problem?: string } {
  try {
    return { rows: z.array(RegisteredSms).parse(JSON.parse(readFileSync(file, "utf8"))) };
  } catch {
    return {
      rows: [],
      problem: "DLT_REGISTER cannot be read: a JSON list of name, header, entityId, templateId, text",
    };
  }
}
