import { type RefObject, useEffect, useRef } from "react";

/** Opens a dialog as a modal when it comes; when it goes, the focus is where it was before. */
export function useModal(): RefObject<HTMLDialogElement> {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    box.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return box;
}
