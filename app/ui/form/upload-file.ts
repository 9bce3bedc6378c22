import type { MessageKey, MessageParams } from "#modules/messages/index.ts";

/** A refusal by one of our resources with its field errors, or `interrupted` when the connection broke. */
export type FileRefusal = {
  problem: MessageKey;
  params?: MessageParams;
  errors?: Record<string, MessageKey>;
  /** The response's status; missing when there was no response. */
  status?: number;
};

/** Posts one file as a form field and reports progress from 0 to 1, which fetch cannot; returns the parsed answer. */
export function uploadFile<T>(
  address: string,
  field: string,
  file: Blob,
  name: string,
  progress: (part: number) => void,
): Promise<{ answer: T } | { refusal: FileRefusal }> {
  return new Promise((resolve) => {
    const form = new FormData();
    form.append(field, file, name);
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.responseType = "json";
    request.upload.addEventListener("progress", ({ loaded, total }) => progress(total > 0 ? loaded / total : 0));
    request.addEventListener("load", () => {
      const { status, response } = request;
      if (status < 300 && response) return resolve({ answer: response as T });
      // The session is over: reloading redirects to the login (R020).
      if (status === 401) return location.reload();
      const failure = (response as FileRefusal | null) ?? { problem: "error.unexpected" as const };
      resolve({ refusal: { ...failure, status } });
    });
    request.addEventListener("error", () => resolve({ refusal: { problem: "upload.interrupted" } }));
    request.send(form);
  });
}
