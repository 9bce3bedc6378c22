import { clock } from "./countdown-island.ts";

type CountdownProps = {
  /** The remaining time as the server computed it; the device's clock is not trusted. */
  seconds: number;
  /** The page that is shown when the time is over; without it the same page anew. */
  over?: string;
};

/** Counts down minutes and seconds; without JavaScript it shows what was left when the page was rendered. */
export const Countdown = ({ seconds, over }: CountdownProps) => (
  <span
    role="timer"
    className="font-semibold tabular-nums"
    data-enhance="countdown"
    data-seconds={seconds}
    data-over={over}
  >
    {clock(seconds)}
  </span>
);
