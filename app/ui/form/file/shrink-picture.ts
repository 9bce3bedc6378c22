/** The target for slow connections: at most this many pixels on the longer side, and about this many bytes (B10). */
const longestSide = 1600;
const enoughBytes = 400 * 1024;
const qualities = [0.82, 0.7, 0.55, 0.4];

/**
 * Makes a photo smaller for slow connections; one the browser cannot decode, or that is small already, stays as it is.
 */
export async function shrinkPicture(file: File): Promise<Blob> {
  if (file.size <= enoughBytes) return file;
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    let smallest: Blob = file;
    for (const quality of qualities) {
      const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
      if (drawn && drawn.size < smallest.size) smallest = drawn;
      if (smallest.size <= enoughBytes) break;
    }
    return smallest;
  } catch {
    return file;
  }
}
