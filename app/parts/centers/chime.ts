const quietName = "quiet";

/** Whether this browser is to be silent. */
export const isQuiet = () => localStorage.getItem(quietName) === "1";

export function setQuiet(quiet: boolean) {
  if (quiet) localStorage.setItem(quietName, "1");
  else localStorage.removeItem(quietName);
}

const pitches = [880, 1175];
const toneSeconds = 0.14;

/** Two short tones, where the browser allows sound: once something was pressed on the page. One window plays them. */
export async function chime() {
  if (isQuiet() || !navigator.userActivation?.hasBeenActive) return;
  await navigator.locks.request("chime", { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    const sound = new AudioContext();
    const last = pitches.map((pitch, at) => tone(sound, pitch, sound.currentTime + at * toneSeconds)).at(-1);
    await new Promise((done) => last?.addEventListener("ended", done));
    await sound.close();
  });
}

function tone(sound: AudioContext, pitch: number, from: number) {
  const source = sound.createOscillator();
  const volume = sound.createGain();
  source.frequency.value = pitch;
  // Fades, so that it does not click.
  volume.gain.setValueAtTime(0.15, from);
  volume.gain.exponentialRampToValueAtTime(0.001, from + 2 * toneSeconds);
  source.connect(volume).connect(sound.destination);
  source.start(from);
  source.stop(from + 2 * toneSeconds);
  return source;
}

/** How many wait, as the menu counts them. */
const countOf = (badge: string | undefined) => Number.parseInt(badge ?? "0", 10);

/** Whether more wait than before. */
export const moreWait = (before: string | undefined, now: string | undefined) => countOf(now) > countOf(before);
