const wayOf: Record<string, "up" | "down"> = {
  ArrowUp: "up",
  ArrowLeft: "up",
  ArrowDown: "down",
  ArrowRight: "down",
};

/**
 * The order of the cards of a list: one is dragged to another place, and dropped the form `data-order-form` is sent, whose
 * fields stand in the cards. A card's grip takes the arrow keys. The control that moved a card keeps the focus where its
 * card is then.
 */
export default function order(list: HTMLElement, left: AbortSignal) {
  let dragged: HTMLElement | undefined;
  /** The cards as they were before one was dragged. */
  let before: Element[] = [];
  let pressed: string | undefined;
  const cardOf = ({ target }: Event) =>
    (target instanceof Element && target.closest<HTMLElement>("li[draggable]")) || undefined;

  list.addEventListener("dragstart", (event) => {
    dragged = cardOf(event);
    if (!dragged || !event.dataTransfer) return;
    before = [...list.children];
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", dragged.id);
    dragged.dataset.dragged = "";
  });
  list.addEventListener("dragover", (event) => {
    const card = cardOf(event);
    if (!dragged || !card) return;
    event.preventDefault();
    if (card === dragged) return;
    const after = dragged.compareDocumentPosition(card) & Node.DOCUMENT_POSITION_FOLLOWING;
    card[after ? "after" : "before"](dragged);
  });
  list.addEventListener("drop", (event) => {
    if (!dragged) return;
    event.preventDefault();
    delete dragged.dataset.dragged;
    dragged = undefined;
    const form = document.getElementById(list.dataset.orderForm ?? "");
    const isMoved = before.some((card, at) => list.children[at] !== card);
    if (isMoved && form instanceof HTMLFormElement) form.requestSubmit();
  });
  list.addEventListener("dragend", () => {
    if (!dragged) return;
    // Dropped elsewhere, or given up with Escape: as it was.
    delete dragged.dataset.dragged;
    dragged = undefined;
    list.append(...before);
  });

  list.addEventListener("click", ({ target }) => {
    const control = target instanceof Element && target.closest("button[data-grip]");
    if (control) pressed = control.id;
  });
  list.addEventListener("keydown", (event) => {
    const way = wayOf[event.key];
    const { target: grip } = event;
    if (!way || !(grip instanceof HTMLButtonElement) || grip.dataset.gripOf === undefined) return;
    event.preventDefault();
    grip.form?.querySelector<HTMLButtonElement>(`button[value=${way}]`)?.click();
    pressed = grip.id;
  });
  document.addEventListener(
    "page:shown",
    () => {
      const control = document.getElementById(pressed ?? "");
      pressed = undefined;
      if (!(control instanceof HTMLButtonElement)) return;
      (control.disabled ? document.getElementById(control.dataset.grip ?? "") : control)?.focus();
    },
    { signal: left },
  );
}
