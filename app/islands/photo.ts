import { shrinkPicture } from "#app/ui/form/file/shrink-picture.ts";

/** Shows a chosen picture in its place, and makes it smaller before it is sent; sent earlier, it goes as it is. */
export default function photo(place: HTMLElement) {
  const input = place.querySelector<HTMLInputElement>("input[type=file]");
  const image = place.querySelector("img");
  if (!input || !image) return;
  let shown = "";

  async function show(file: File, image: HTMLImageElement, input: HTMLInputElement) {
    if (shown) URL.revokeObjectURL(shown);
    shown = URL.createObjectURL(file);
    image.src = shown;
    image.alt = file.name;
    image.hidden = false;
    const small = await shrinkPicture(file);
    if (small === file || input.files?.[0] !== file) return;
    const chosen = new DataTransfer();
    chosen.items.add(new File([small], file.name, { type: small.type }));
    input.files = chosen.files;
  }

  const look = () => {
    const file = input.files?.[0];
    if (file) void show(file, image, input).catch(() => {});
  };
  input.addEventListener("change", look);
  look();
}
