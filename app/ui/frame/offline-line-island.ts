/** Shows its element while there is no line. */
export default function offlineLine(line: HTMLElement, left: AbortSignal) {
  const look = () => {
    line.hidden = navigator.onLine;
  };
  look();
  for (const type of ["online", "offline"]) addEventListener(type, look, { signal: left });
}
