import { pagePart } from "#app/exchange/page-part.ts";
import { showToast } from "../../feedback/show-toast.ts";
import { shrinkPicture } from "./shrink-picture.ts";
import { type FileRefusal, uploadFile } from "./upload-file.ts";

/** A refused file, by its name on the sender's device. */
type RefusedFile = { name: string; reason: string; isBroken: boolean };
/** An uploaded picture that waits for its form. */
type SentPicture = { id: string; preview: string };

/** Uploads chosen or dropped files at once, with progress; one that its form carries is shown and can be removed. */
export default function fileField(element: HTMLElement, left: AbortSignal) {
  const { to = "", part = "", mostBytes, tooLarge = "", shownIn } = element.dataset;
  const get = <Part extends HTMLElement>(name: string) => element.querySelector<Part>(`[data-${name}]`)!;
  const copy = (name: string) => get<HTMLTemplateElement>(name).content.cloneNode(true) as DocumentFragment;
  const input = element.querySelector<HTMLInputElement>("input[type=file]")!;
  const carried = element.querySelector<HTMLInputElement>("[data-carried]");
  const status = get("status");
  let before = { value: carried?.value ?? "", disabled: carried?.disabled ?? true };
  let waiting: SentPicture | undefined;

  /** Shows the picture that waits, or the stored one. */
  function show() {
    for (const shown of element.querySelectorAll("[data-shown]")) shown.remove();
    get("stored").hidden = waiting !== undefined;
    if (!carried) return;
    if (!waiting) {
      delete carried.dataset.unsaved;
      Object.assign(carried, before);
      return status.replaceChildren();
    }
    carried.value = waiting.id;
    carried.disabled = false;
    carried.dataset.unsaved = "";
    const preview = copy("preview").firstElementChild as HTMLElement;
    preview.dataset.shown = "";
    preview.querySelector("img")!.src = waiting.preview;
    get("stored").before(preview);
    const remove = copy("removal").firstElementChild as HTMLElement;
    remove.dataset.shown = "";
    remove.addEventListener("click", () => {
      setWaiting(undefined);
      input.focus();
    });
    input.after(remove);
    status.replaceChildren(copy("sent"));
  }
  function setWaiting(next: SentPicture | undefined) {
    if (waiting) URL.revokeObjectURL(waiting.preview);
    waiting = next;
    show();
  }
  /** Says beside the field which files were refused and why. */
  function showRefused(refused: readonly RefusedFile[]) {
    const wrong = get("wrong");
    input.ariaInvalid = refused.length > 0 ? "true" : null;
    wrong.role = refused.length > 0 ? "alert" : null;
    if (refused.length === 0) return wrong.replaceChildren();
    const { broken } = element.dataset;
    if (broken && refused.some(({ isBroken }) => isBroken)) return wrong.replaceChildren(broken);
    const box = copy("unkept");
    const each = box.querySelector<HTMLElement>("[data-each]")!;
    const words = each.textContent ?? "";
    const heading = (box.textContent ?? "").replace(words, "");
    for (const { name, reason } of refused) {
      if (reason === heading) continue;
      const line = each.cloneNode(true) as HTMLElement;
      line.textContent = words.replace("{name}", name).replace("{reason}", reason);
      each.before(line);
    }
    each.remove();
    wrong.replaceChildren(box);
  }
  function showSending(name: string, sent: number) {
    const box = copy("sending");
    const words = box.querySelector("span")!;
    words.textContent = (words.textContent ?? "").replace("{name}", name);
    box.querySelector("progress")!.value = sent;
    status.replaceChildren(box);
  }
  const refusedBy = (name: string, { sentence, status }: FileRefusal): RefusedFile => {
    const isBroken = status === undefined || status >= 500;
    const { interrupted = "", unexpected = "" } = element.dataset;
    return { name, isBroken, reason: status === undefined ? interrupted : (sentence ?? unexpected) };
  };
  /** Uploads one file; returns why it was refused. */
  async function sendOne(file: File): Promise<RefusedFile | undefined> {
    if (mostBytes && file.size > Number(mostBytes)) {
      if (element.dataset.saysTooLarge !== undefined) showToast(tooLarge, "bad");
      return { name: file.name, reason: tooLarge, isBroken: false };
    }
    showSending(file.name, 0);
    const picture = await shrinkPicture(file);
    const progress = (sent: number) => {
      const bar = status.querySelector("progress");
      if (bar) bar.value = sent;
    };
    const answer = await uploadFile<{ id: string }>(to, part, picture, file.name, progress);
    if ("refusal" in answer) return refusedBy(file.name, answer.refusal);
    if (carried) setWaiting({ id: answer.answer.id, preview: URL.createObjectURL(picture) });
    return undefined;
  }
  async function send(files: readonly File[]) {
    showRefused([]);
    const refused: RefusedFile[] = [];
    for (const file of carried ? files.slice(0, 1) : files) {
      const refusal = await sendOne(file);
      if (refusal) refused.push(refusal);
    }
    if (left.aborted) return;
    showRefused(refused);
    status.replaceChildren();
    if (refused.length === 0 && files.length > 0) status.replaceChildren(copy("sent"));
    const shown = shownIn && document.querySelector(shownIn);
    if (shown) shown.replaceWith((await pagePart(shownIn)) ?? shown);
  }

  input.addEventListener("change", () => {
    const files = [...(input.files ?? [])];
    // Files that were uploaded or refused must not be sent again with the form.
    input.value = "";
    void send(files);
  });
  const drop = (event: DragEvent, isOver: boolean) => {
    event.preventDefault();
    element.toggleAttribute("data-over", isOver);
  };
  element.addEventListener("dragover", (event) => drop(event, true));
  element.addEventListener("dragleave", () => element.removeAttribute("data-over"));
  element.addEventListener("drop", (event) => {
    drop(event, false);
    void send([...(event.dataTransfer?.files ?? [])]);
  });
  input.form?.addEventListener("reset", () => setWaiting(undefined));
  // The page was put in place anew: a picture that its form still carries waits on.
  element.addEventListener("changed", () => {
    if (carried?.value === waiting?.id) show();
    else {
      before = { value: carried?.value ?? "", disabled: carried?.disabled ?? true };
      setWaiting(undefined);
    }
  });
  left.addEventListener("abort", () => waiting && URL.revokeObjectURL(waiting.preview));
}
