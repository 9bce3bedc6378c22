import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { chime, isQuiet, moreWait, setQuiet } from "./chime.ts";

const storage = new Map<string, string>();
let played: number[];
let locked: boolean;

/** A browser in which something was pressed, or not, that counts the tones it plays. */
const aBrowser = (pressed: boolean) => {
  vi.stubGlobal("navigator", {
    userActivation: { hasBeenActive: pressed },
    locks: {
      request: async (_: string, __: object, run: (lock: object | null) => Promise<void>) => run(locked ? null : {}),
    },
  });
};

beforeEach(() => {
  storage.clear();
  played = [];
  locked = false;
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
  class Node {
    frequency = { value: 0 };
    gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    connect = () => this;
    start = () => played.push(this.frequency.value);
    stop = () => {};
    addEventListener = (_: string, done: () => void) => done();
  }
  class Sound {
    currentTime = 0;
    createOscillator = () => new Node();
    createGain = () => new Node();
    close = async () => {};
  }
  vi.stubGlobal("AudioContext", Sound);
});
afterEach(() => vi.unstubAllGlobals());

test("a new request sounds once something was pressed on the page, and not where it is switched off", async () => {
  aBrowser(false);
  await chime();
  expect(played).toEqual([]);
  aBrowser(true);
  await chime();
  expect(played).toHaveLength(2);
  setQuiet(true);
  await chime();
  expect([played.length, isQuiet()]).toEqual([2, true]);
  setQuiet(false);
  await chime();
  expect(played).toHaveLength(4);
});

test("of several windows one sounds", async () => {
  aBrowser(true);
  locked = true;
  await chime();
  expect(played).toEqual([]);
});

test("it sounds when more wait than before, not when fewer do", () => {
  expect([moreWait(undefined, "1"), moreWait("2", "3"), moreWait("99", "99+")]).toEqual([true, true, false]);
  expect([moreWait("3", "2"), moreWait("1", undefined), moreWait("2", "2")]).toEqual([false, false, false]);
});
