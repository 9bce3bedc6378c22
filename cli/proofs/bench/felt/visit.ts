import { setTimeout as pause } from "node:timers/promises";
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import type { Act } from "./pages.ts";
import { type Noted, putWatch, type Seen, type Wanted, type Watch } from "./watch.ts";

/** A line and a processor: Mbit/s down, ms of each request, and how many times slower than this machine's it is. */
export type Profile = { words: string; mbps: number; latencyMs: number; slower: number };

/** What a person brings: a session's cookie (`name=value`), and a phone of 360 px or a desk of 1366. */
export type Visitor = { cookie?: string | undefined; phone: boolean };

/** What went over the line since the last look; a stream of live news is not counted. */
export type Traffic = { bytes: number; requests: number };

type InTab = Window & { feltWatch?: Watch };

/** Longer than the slowest page takes; then something is broken. */
const patienceMs = 60_000;
/** A page is complete when nothing came for so long. */
const quietMs = 700;
/** The browser reports no shorter inputs. */
const shortestMs = 16;
/** A person who gets no answer presses again, and gives up in the end. */
const againMs = 100;
const mostFirstMs = 30_000;

/** A browser that was never here before: nothing stored, no service worker, the line and processor of a profile. */
export class Visit {
  readonly page: Page;
  private readonly context: BrowserContext;
  private readonly phone: boolean;
  private readonly open = new Map<string, string>();
  private traffic: Traffic = { bytes: 0, requests: 0 };
  private lastAt = performance.now();
  private seen = Promise.withResolvers<Seen>();

  private constructor(context: BrowserContext, page: Page, phone: boolean) {
    this.context = context;
    this.page = page;
    this.phone = phone;
  }

  /** `first` is what is waited for from the beginning of the visit. */
  static async begin(browser: Browser, profile: Profile, origin: string, who: Visitor, first?: Wanted): Promise<Visit> {
    const context = await browser.newContext({
      viewport: who.phone ? { width: 360, height: 740 } : { width: 1366, height: 768 },
      locale: "en-IN",
      timezoneId: "Asia/Kolkata",
      serviceWorkers: "block",
      ...(who.phone && { isMobile: true, hasTouch: true }),
    });
    const [name, value] = who.cookie?.split("=") ?? [];
    if (name && value) await context.addCookies([{ name, value, url: origin }]);
    const page = await context.newPage();
    const visit = new Visit(context, page, who.phone);
    await page.exposeFunction("feltSeen", (seen: Seen) => visit.seen.resolve(seen));
    await page.addInitScript(putWatch, first ?? null);
    await visit.slowDown(await context.newCDPSession(page), profile);
    return visit;
  }

  private async slowDown(devtools: CDPSession, { mbps, latencyMs, slower }: Profile) {
    const bytesPerSecond = (mbps * 1_000_000) / 8;
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: latencyMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: slower });
    devtools.on("Network.requestWillBeSent", ({ requestId, request, type, redirectResponse }) => {
      if (!request.url.startsWith("http") || type === "EventSource") return;
      this.traffic.requests++;
      this.traffic.bytes += redirectResponse?.encodedDataLength ?? 0;
      this.open.set(requestId, request.url);
      this.lastAt = performance.now();
    });
    devtools.on("Network.requestServedFromCache", ({ requestId }) => {
      if (this.open.delete(requestId)) this.traffic.requests--;
    });
    const ended = (requestId: string, bytes: number) => {
      if (!this.open.delete(requestId)) return;
      this.traffic.bytes += bytes;
      this.lastAt = performance.now();
    };
    devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => ended(requestId, encodedDataLength));
    devtools.on("Network.loadingFailed", ({ requestId }) => ended(requestId, 0));
  }

  /** Waits until the document is loaded, nothing more comes over the line, and its scripts rest. */
  async quiet() {
    await this.page.waitForLoadState("load", { timeout: patienceMs });
    const end = performance.now() + patienceMs;
    while (this.open.size > 0 || performance.now() - this.lastAt < quietMs || (await this.noted()).restedMs < quietMs) {
      if (performance.now() > end) throw new Error(`the page never rests: ${[...this.open.values()]}`);
      await pause(50);
    }
  }

  /** The traffic since the last call. */
  takeTraffic(): Traffic {
    const { traffic } = this;
    this.traffic = { bytes: 0, requests: 0 };
    return traffic;
  }

  noted(): Promise<Noted> {
    return this.page.evaluate(() => (window as InTab).feltWatch!.noted());
  }

  /**
   * Waits for what was declared as `first`, repeating an act until it is visible: ms since the visit began, or
   * `mostFirstMs` with the page's errors where nothing answers.
   */
  async firstAnswer(act: Act): Promise<{ ms: number; errors: string[] }> {
    const seen = await this.untilSeen(act, { everyMs: againMs, mostMs: mostFirstMs }).catch(() => undefined);
    if (seen) return { ms: seen.at - seen.openedAt, errors: [] };
    return { ms: mostFirstMs, errors: (await this.noted()).errors };
  }

  /** Does something, again every `everyMs`: ms until the browser painted after the slowest of its inputs, and until its answer was visible. */
  async answer(act: Act, everyMs = patienceMs): Promise<{ paintMs: number; seenMs: number }> {
    await this.page.evaluate((wanted) => (window as InTab).feltWatch!.wait(wanted), {
      seen: act.seen,
      path: act.path,
      moves: act.moves,
    });
    const { inputAt, at } = await this.untilSeen(act, { everyMs, mostMs: patienceMs });
    // Inputs are reported after their paint; a shorter one than the browser reports counts as that.
    await pause(300);
    const { input } = await this.noted();
    return { paintMs: Math.max(input, shortestMs), seenMs: inputAt ? at - inputAt : 0 };
  }

  private async untilSeen(act: Act, { everyMs, mostMs }: { everyMs: number; mostMs: number }): Promise<Seen> {
    let isSeen = false;
    const seen = this.seen.promise.finally(() => {
      isSeen = true;
    });
    const begun = performance.now();
    for (let doneAt = -Infinity; !isSeen; ) {
      const at = performance.now();
      if (at - begun > mostMs) throw new Error(`${act.name || act.tap}: no answer`);
      if (at - doneAt >= everyMs) {
        doneAt = at;
        await this.do(act);
      }
      await Promise.race([seen, pause(50)]);
    }
    this.seen = Promise.withResolvers<Seen>();
    return seen;
  }

  private async do({ press, tap }: Act) {
    for (const key of press ?? []) {
      await this.page.keyboard.press(key);
      if (press!.length > 1) await pause(150);
    }
    if (!tap) return;
    const target = this.page.locator(tap).filter({ visible: true }).first();
    await target.scrollIntoViewIfNeeded({ timeout: patienceMs });
    const box = await target.boundingBox();
    if (!box) return;
    const x = box.x + Math.min(box.width / 2, 60);
    const y = box.y + box.height / 2;
    await (this.phone ? this.page.touchscreen.tap(x, y) : this.page.mouse.click(x, y));
  }

  end() {
    return this.context.close();
  }
}
