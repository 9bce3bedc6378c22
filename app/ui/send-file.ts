import type { MessageKey, MessageParams } from "#modules/kernel/messages/index.ts";

/** A refusal of one of our resources, or `interrupted` when the line broke. */
export type FileRefusal = { problem: MessageKey; params?: MessageParams };

/** Post one file as a form's field and tell how far it is, 0 to 1; fetch cannot tell that. */
export function sendFile(
  address: string,
  field: string,
  file: Blob,
  name: string,
  progress: (part: number) => void,
): Promise<FileRefusal | undefined> {
  return new Promise((resolve) => {
    const form = new FormData();
    form.append(field, file, name);
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.responseType = "json";
    request.upload.addEventListener("progress", ({ loaded, total }) => progress(total > 0 ? loaded / total : 0));
    request.addEventListener("load", () =>
      resolve(
        request.status < 300
          ? undefined
          : ((request.response as FileRefusal | null) ?? { problem: "error.unexpected" }),
      ),
    );
    request.addEventListener("error", () => resolve({ problem: "upload.interrupted" }));
    request.send(form);
  });
}
