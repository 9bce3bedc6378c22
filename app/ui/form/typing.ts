import { useEffect, useRef } from "react";

/**
 * Whether something was typed since the last form was sent: an answer that arrives meanwhile does not take the focus
 * out of the field, or the next characters would be lost.
 */
export function useTyping() {
  const typing = useRef(false);
  useEffect(() => {
    const typed = () => {
      typing.current = true;
    };
    const sent = () => {
      typing.current = false;
    };
    document.addEventListener("input", typed);
    document.addEventListener("submit", sent, true);
    return () => {
      document.removeEventListener("input", typed);
      document.removeEventListener("submit", sent, true);
    };
  }, []);
  return typing;
}
