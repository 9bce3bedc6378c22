import sharp from "sharp";

/*
 * Pictures of the demo, drawn of rectangles: they show nobody, and no paper of anybody. The product takes photographs
 * alone, no drawings (SVG).
 */

/** A filled rectangle in pixels. */
type Shape = { left: number; top: number; width: number; height: number; background: string };

const drawn = (size: { width: number; height: number; background: string }, shapes: readonly Shape[]) =>
  sharp({ create: { channels: 3, ...size } }).composite(
    shapes.map(({ left, top, ...create }) => ({ input: { create: { channels: 3 as const, ...create } }, left, top })),
  );

/** A street of houses with a van before it: a banner, as PNG. */
export const street = (): Promise<Buffer> =>
  drawn({ width: 1200, height: 400, background: "#0f766e" }, [
    { left: 0, top: 330, width: 1200, height: 70, background: "#134e4a" },
    { left: 120, top: 130, width: 200, height: 200, background: "#fff7ed" },
    { left: 100, top: 110, width: 240, height: 30, background: "#f97316" },
    { left: 190, top: 230, width: 60, height: 100, background: "#0f766e" },
    { left: 420, top: 170, width: 160, height: 160, background: "#fde68a" },
    { left: 405, top: 150, width: 190, height: 26, background: "#b45309" },
    { left: 475, top: 250, width: 50, height: 80, background: "#0f766e" },
    { left: 720, top: 220, width: 300, height: 110, background: "#e2e8f0" },
    { left: 930, top: 240, width: 70, height: 45, background: "#38bdf8" },
    { left: 770, top: 320, width: 50, height: 40, background: "#0f172a" },
    { left: 920, top: 320, width: 50, height: 40, background: "#0f172a" },
  ])
    .png()
    .toBuffer();

/** An air conditioner on a wall: a picture taken on site, as JPEG. */
export const unitOnWall = (): Promise<Buffer> =>
  drawn({ width: 800, height: 600, background: "#e7e5e4" }, [
    { left: 150, top: 120, width: 500, height: 150, background: "#fafafa" },
    { left: 170, top: 230, width: 460, height: 20, background: "#a8a29e" },
    { left: 600, top: 140, width: 24, height: 12, background: "#22c55e" },
    { left: 630, top: 270, width: 12, height: 330, background: "#f5f5f4" },
  ])
    .jpeg()
    .toBuffer();

/** An identity card without any letter or figure on it, as JPEG; its stripe has the given colour. */
export const blankCard = (stripe: string): Promise<Buffer> =>
  drawn({ width: 860, height: 540, background: "#f8fafc" }, [
    { left: 0, top: 0, width: 860, height: 90, background: stripe },
    { left: 50, top: 150, width: 200, height: 250, background: "#cbd5e1" },
    { left: 300, top: 170, width: 420, height: 26, background: "#e2e8f0" },
    { left: 300, top: 230, width: 340, height: 26, background: "#e2e8f0" },
    { left: 300, top: 450, width: 420, height: 34, background: "#e2e8f0" },
  ])
    .jpeg()
    .toBuffer();
