import { useEffect, useRef, useState } from "react";

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

type CountdownProps = {
  /** What the server says is left; the device's own clock is not trusted. */
  seconds: number;
  /** Once, when the time is over. */
  onOver?: () => void;
};

/** Minutes and seconds running down; without JavaScript what was left when the page was made. */
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
