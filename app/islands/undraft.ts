/** Deletes the draft named by `data-draft`: its form was sent successfully. */
export default function undraft(element: HTMLElement) {
  for (const storage of [sessionStorage, localStorage]) storage.removeItem(`draft:${element.dataset.draft}`);
}
