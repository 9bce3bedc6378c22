import { type DragEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** The id of the form that sends the order. */
export const orderForm = "banner-order";

/**
 * The order of the cards while one is dragged; dropped, the form with this order is sent. The order that the page brings
 * replaces it, and the control that was pressed to move a card keeps the focus where its card is then.
 */
export function useOrder(ids: readonly string[]) {
  const [order, setOrder] = useState(ids);
  const [dragged, setDragged] = useState<string | null>(null);
  const pressed = useRef<string | null>(null);
  const known = ids.join();
  useEffect(() => {
    setOrder(known ? known.split(",") : []);
  }, [known]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the cards stand in another order
  useEffect(() => {
    const control = pressed.current && document.getElementById(pressed.current);
    pressed.current = null;
    if (!(control instanceof HTMLButtonElement)) return;
    const grip = document.getElementById(control.dataset.grip ?? "");
    (control.disabled ? grip : control)?.focus();
  }, [order]);
  const over = (id: string) => (event: DragEvent) => {
    if (!dragged) return;
    event.preventDefault();
    if (dragged === id) return;
    const at = order.indexOf(id);
    const rest = order.filter((each) => each !== dragged);
    setOrder([...rest.slice(0, at), dragged, ...rest.slice(at)]);
  };
  return {
    order,
    dragged,
    /** Remembers the control that moves a card. */
    press: (control: string) => {
      pressed.current = control;
    },
    /** What a card needs to be dragged, and to be dropped on. */
    dragging: (id: string) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", id);
        setDragged(id);
      },
      onDragOver: over(id),
      onDrop: (event: DragEvent) => {
        if (!dragged) return;
        event.preventDefault();
        flushSync(() => setDragged(null));
        const form = document.getElementById(orderForm);
        if (form instanceof HTMLFormElement && order.join() !== known) form.requestSubmit();
      },
      onDragEnd: () => {
        // Dropped elsewhere, or given up with Escape: as it was.
        if (dragged) setOrder(ids);
        setDragged(null);
      },
    }),
  };
}
