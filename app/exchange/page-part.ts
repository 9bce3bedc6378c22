import { exchangeHeader } from "./names.ts";

/**
 * A part of this page as the server renders it now, or as it answers fields; undefined when it is not reached, or has no such
 * part any more. It takes no toast meant for the next page.
 */
export async function pagePart(selector: string, body?: URLSearchParams): Promise<HTMLElement | undefined> {
  const headers = { accept: "text/html", [exchangeHeader]: "news" };
  const address = location.pathname + location.search;
  try {
    const answer = await fetch(address, body ? { method: "POST", body, headers } : { headers, cache: "no-store" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const part = page.querySelector<HTMLElement>(selector);
    return part ? document.adoptNode(part) : undefined;
  } catch {
    return undefined;
  }
}
