import { namesIn, serviceNames } from "#modules/catalog/index.ts";
import type { Locale } from "#modules/messages/index.ts";

/** The services of a filter, in the language of the page. */
export async function serviceChoices(locale: Locale) {
  const names = await namesIn(locale);
  return (await serviceNames()).map(({ id, serviceName }) => ({ value: id, label: names[serviceName] ?? serviceName }));
}
