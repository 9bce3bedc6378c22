import { useEffect, useRef, useState } from "react";

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

type CountdownProps = {
  /** The remaining time as the server computed it; the device's clock is not trusted. */
  seconds: number;
  /** Called once when the time is over. */
  onOver?: () => void;
};

/** Counts down minutes and seconds; without JavaScript it shows what was left when the page was rendered. */
export function Countdown({ seconds, onOver }: CountdownProps) {
  const [left, setLeft] = useState(seconds);
  const over = useRef(onOver);
  over.current = onOver;
  useEffect(() => {
    const end = performance.now() + seconds * 1000;
    setLeft(seconds);
    const tick = setInterval(() => {
      const now = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      setLeft(now);
      if (now > 0) return;
      clearInterval(tick);
      over.current?.();
    }, 1000);
    return () => clearInterval(tick);
  }, [seconds]);
  return (
    <span role="timer" className="font-semibold tabular-nums">
      {clock(left)}
    </span>
  );
}
