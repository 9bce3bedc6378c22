import type { templates as english } from "./en/templates.ts";
import { languageFiles } from "./language-files.ts";
import type { TemplateTexts } from "./template-texts.ts";
import type { Locale } from "./texts.ts";

export type EnglishTemplates = typeof english;
/** The messages a language has texts of; English is sent in place of those it lacks. */
export type Templates = { [K in keyof EnglishTemplates]?: TemplateTexts };

const files = await languageFiles<{ templates: Templates }>("templates.ts");

/** The texts of a message in a language; undefined when its folder has none. */
export const templateTexts = (name: keyof EnglishTemplates, locale: Locale): TemplateTexts | undefined =>
  files[locale]?.templates[name];
