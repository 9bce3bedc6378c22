/** What was sent well need not be kept: forgets the draft that `data-draft` names. */
export default function undraft(element: HTMLElement) {
  for (const storage of [sessionStorage, localStorage]) storage.removeItem(`draft:${element.dataset.draft}`);
}
