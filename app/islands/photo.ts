import { shrinkPicture } from "#app/ui/form/file/shrink-picture.ts";

/**
 * Shows the first chosen picture in its place and how many there are, and makes them smaller before they are sent; sent
 * earlier, they go as they are.
 */
export default function photo(place: HTMLElement) {
  const input = place.querySelector<HTMLInputElement>("input[type=file]");
  const image = place.querySelector("img");
  const count = place.querySelector<HTMLElement>("[data-count]");
  if (!input || !image) return;
  let shown = "";

  async function show(files: readonly File[], first: File, image: HTMLImageElement, input: HTMLInputElement) {
    if (shown) URL.revokeObjectURL(shown);
    shown = URL.createObjectURL(first);
    image.src = shown;
    image.alt = files.map(({ name }) => name).join(", ");
    image.hidden = false;
    if (count) {
      count.hidden = files.length < 2;
      count.textContent = String(files.length);
    }
    const small = await Promise.all(files.map(smaller));
    if (input.files?.[0] !== first) return;
    const chosen = new DataTransfer();
    for (const file of small) chosen.items.add(file);
    input.files = chosen.files;
  }

  const look = () => {
    const files = [...(input.files ?? [])];
    if (files[0]) void show(files, files[0], image, input).catch(() => {});
  };
  input.addEventListener("change", look);
  look();
}

async function smaller(file: File): Promise<File> {
  const small = await shrinkPicture(file);
  return small === file ? file : new File([small], file.name, { type: small.type });
}
