import { invalid } from "#modules/kernel/errors.ts";

const mebibyte = 1024 * 1024;

/** The most bytes of a body that is read as a whole. */
const mostWhole = mebibyte;

/** Reads a whole request body, whatever length it claims; one above the limit is refused. */
export async function bodyBytes(request: Request): Promise<Uint8Array> {
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let seen = 0;
  for (let read = await reader?.read(); read && !read.done; read = await reader!.read()) {
    seen += read.value.length;
    if (seen > mostWhole) {
      await reader!.cancel();
      throw invalid("error.tooLarge");
    }
    chunks.push(read.value);
  }
  return Buffer.concat(chunks);
}

const utf8 = new TextDecoder();

/** Reads a whole request body as text. */
export const bodyText = async (request: Request): Promise<string> => utf8.decode(await bodyBytes(request));
