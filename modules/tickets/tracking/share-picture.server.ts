import { createRequire } from "node:module";
import { z } from "zod";
import { getService } from "#modules/catalog/index.ts";
import { env } from "#modules/kernel/env.server.ts";
import { unavailable } from "#modules/kernel/errors.ts";
import { drawPicture, type Sharp } from "#modules/kernel/files/images.server.ts";
import { id } from "#modules/kernel/validation.ts";
import { locales, say } from "#modules/messages/index.ts";
import { ticketStatuses } from "../labels.ts";

/** What the picture of a shared link says: a service and a state, and nothing of whose request it is. */
export const SharePicture = z.object({ serviceId: id, status: z.enum(ticketStatuses), locale: z.enum(locales) });
export type SharePicture = z.output<typeof SharePicture>;

/** Letters of a name that is set smaller, so that 60 have two lines. */
const longName = 24;

const size = { width: 1_200, height: 630 };
const margin = 80;

/** The pictures drawn so far by what they say, the latest last; each is 10 to 20 kB. More than any catalogue has. */
const drawn = new Map<string, Buffer>();
const mostDrawn = 2_000;
/** Those being drawn: few, so that uploaded pictures have their places in the line. */
const drawing = new Map<string, Promise<Buffer>>();
const mostDrawing = 3;

/**
 * The picture that apps show with a shared link, as PNG of 1200 × 630 pixels. Each is drawn once in a process. Refuses with
 * `service.notFound`, and with `image.busy` while others are drawn.
 */
export async function sharePicture({ serviceId, status, locale }: SharePicture): Promise<Buffer> {
  const { serviceName, names } = await getService(serviceId);
  const texts = [env.productName, names[locale] ?? serviceName, say(`status.${status}`, {}, locale)] as const;
  const key = texts.join("\n");
  const known = drawn.get(key);
  if (known) return known;
  if (drawing.size >= mostDrawing && !drawing.has(key)) throw unavailable("image.busy", { seconds: 10 });
  const picture = drawing.get(key) ?? drawPicture((sharp) => draw(sharp, texts)).finally(() => drawing.delete(key));
  drawing.set(key, picture);
  const done = await picture;
  drawn.set(key, done);
  for (const oldest of drawn.keys()) {
    if (drawn.size <= mostDrawn) break;
    drawn.delete(oldest);
  }
  return done;
}

const font = createRequire(import.meta.url).resolve("@expo-google-fonts/hind/600SemiBold/Hind_600SemiBold.ttf");

function draw(sharp: Sharp, [brand, service, state]: readonly [string, string, string]): Promise<Buffer> {
  const words = (text: string, pixels: number, colour: string) => ({
    text: {
      text: `<span foreground="${colour}">${escaped(text)}</span>`,
      fontfile: font,
      font: `Hind SemiBold ${pixels}`,
      width: size.width - 2 * margin,
      wrap: "word-char" as const,
      rgba: true,
    },
  });
  const ground = { width: size.width, height: size.height, channels: 3 as const, background: "#07312f" };
  const stripe = { width: size.width, height: 14, channels: 3 as const, background: "#f4a71d" };
  return sharp({ create: ground })
    .composite([
      { input: words(brand, 40, "#f4a71d"), left: margin, top: 70 },
      { input: words(service, service.length > longName ? 56 : 76, "#ffffff"), left: margin, top: 210 },
      { input: words(state, 44, "#cfe5e1"), left: margin, top: 470 },
      { input: { create: stripe }, left: 0, top: size.height - 14 },
    ])
    .png({ palette: true })
    .timeout({ seconds: 20 })
    .toBuffer();
}

/** Words as the text renderer takes them: its markup begins with these signs. */
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
