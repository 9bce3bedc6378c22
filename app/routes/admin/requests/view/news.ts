import { z } from "zod";
import { adminResource } from "#app/http/doors/page.server.ts";
import { tallyLimit } from "#app/http/doors/use-limit.server.ts";
import { showTime } from "#modules/kernel/clock.ts";
import { id, lenient } from "#modules/kernel/validation.ts";
import { type Locale, type MessageKey, type MessageParams, say as sayIn } from "#modules/messages/index.ts";
import { type HistoryLine, requestNews } from "#modules/tickets/index.ts";
import { ticketReference, whatOf, whoOf } from "#modules/tickets/shared.ts";

const NewsQuery = z.object({ ticketId: ticketReference, since: lenient(id) });

/** What happened to an open request since the newest line its page shows, in words; null for nothing. */
export const loader = adminResource(
  { can: "any admin", query: NewsQuery, limit: tallyLimit },
  async (admin, query, { locale }) => Response.json({ words: wordsOf(await requestNews(admin, query), locale) }),
);

function wordsOf([latest, ...others]: readonly HistoryLine[], locale: Locale) {
  if (!latest) return null;
  const say = (key: MessageKey, params?: MessageParams) => sayIn(key, params, locale);
  const changed = say("request.changed", {
    name: whoOf(latest, say),
    what: whatOf(latest, say, locale),
    at: showTime(latest.at, locale),
  });
  return others.length > 0 ? `${changed} ${say("common.andNMore", { n: others.length })}` : changed;
}
