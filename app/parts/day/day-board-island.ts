/**
 * A board of a day: a visit is dragged to another technician's lane or another window, and the form for it is sent. Nothing
 * moves here: dropped elsewhere, or given up with Escape, it stays, and so does one whose form is refused.
 */
export default function dayBoard(board: HTMLElement) {
  let visit: HTMLElement | undefined;
  let over: HTMLElement | undefined;

  const mark = (cell?: HTMLElement) => {
    if (cell === over) return;
    delete over?.dataset.over;
    over = cell;
    if (cell) cell.dataset.over = "";
  };
  /** The cell under the hand, if what is dragged can go there. */
  const placeOf = ({ target }: Event) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>("td[data-at]") : null;
    return cell && visit && (isOwnLane(visit, cell) ? !isOwnTime(visit, cell) : cell.dataset.technician)
      ? cell
      : undefined;
  };

  board.addEventListener("dragstart", (event) => {
    const card = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-visit]") : null;
    if (!card || !event.dataTransfer) return;
    visit = card;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", card.textContent);
    card.dataset.dragged = "";
  });
  board.addEventListener("dragover", (event) => {
    const cell = placeOf(event);
    mark(cell);
    if (cell) event.preventDefault();
  });
  board.addEventListener("drop", (event) => {
    const cell = placeOf(event);
    if (!visit || !cell) return;
    event.preventDefault();
    send(visit, cell);
  });
  board.addEventListener("dragend", () => {
    mark();
    delete visit?.dataset.dragged;
    visit = undefined;
  });
}

const isOwnLane = (visit: HTMLElement, { dataset }: HTMLElement) =>
  visit.closest<HTMLElement>("td")?.dataset.lane === dataset.lane;

/** Whether a window is one of those that a visit takes. */
const isOwnTime = ({ dataset: { first, last } }: HTMLElement, { dataset: { slot } }: HTMLElement) =>
  Number(first) <= Number(slot) && Number(slot) <= Number(last);

/** Sends the form of a dropped visit: to another lane that of its technician, which goes on to the window, else that of the window. */
function send(visit: HTMLElement, cell: HTMLElement) {
  const { visit: ticketId = "", version = "", form = "" } = visit.dataset;
  const at = isOwnTime(visit, cell) ? "" : (cell.dataset.at ?? "");
  if (isOwnLane(visit, cell)) submit("drop-window", { agree: ticketId, at });
  else submit(form, { ticketId, version, technicianId: cell.dataset.technician ?? "", at });
}

function submit(id: string, fields: Record<string, string>) {
  const form = document.getElementById(id);
  if (!(form instanceof HTMLFormElement)) return;
  for (const [name, value] of Object.entries(fields)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = value;
  }
  form.requestSubmit();
}
