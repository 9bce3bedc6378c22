import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { env } from "#modules/kernel/env.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import { type Locale, say } from "#modules/messages/index.ts";
import { trackTicket } from "./track.ts";

/** A file for a calendar, RFC 5545. */
export type CalendarFile = { name: string; text: string };

/**
 * The visit that is ahead of a request as a file for a calendar: its service, its center as the reader sees it, the window
 * and the tracking link, and nothing about the customer. Refuses with `ticket.notFound` a request without a window ahead.
 */
export async function visitCalendar(actor: Actor, ticketId: string, locale: Locale): Promise<CalendarFile> {
  const { id, number, details, visit } = await trackTicket(actor, ticketId);
  if (!visit || !details) throw missing("ticket.notFound");
  const link = `${env.publicUrl}/ServiceStatus/?${id}`;
  const about = [details.center, say("tracking.titleOf", { number }, locale), link].filter(Boolean).join("\n");
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${escaped(env.productName)}//Visits//EN`,
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    // The same for each time of a request, so that a changed one takes the place of the one before.
    `UID:${escaped(number)}@${new URL(env.publicUrl).hostname}`,
    `DTSTAMP:${utc(now())}`,
    `DTSTART:${utc(visit.from)}`,
    `DTEND:${utc(visit.until)}`,
    `SUMMARY:${escaped(`${details.service} · ${env.productName}`)}`,
    `DESCRIPTION:${escaped(about)}`,
    `URL:${link}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return { name: `${number}.ics`, text: lines.flatMap(folded).join("\r\n").concat("\r\n") };
}

/** A moment in UTC, as calendars write it. */
const utc = (at: Date) => `${at.toISOString().replace(/[-:]/g, "").slice(0, 15)}Z`;

/** A text whose signs with a meaning in calendars are escaped; other control characters are spaces. */
const escaped = (text: string) =>
  text
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\r?\n/g, "\\n")
    .replace(/\p{Cc}/gu, " ");

/** The most octets of a line (RFC 5545, 3.1). */
const mostOctets = 75;

/** A line in pieces of at most 75 octets, characters whole; each piece after the first begins with a space. */
function folded(line: string): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const character of line) {
    if (Buffer.byteLength(piece + character) > mostOctets) {
      pieces.push(piece);
      piece = " ";
    }
    piece += character;
  }
  pieces.push(piece);
  return pieces;
}
