import type { MessageKey, MessageParams } from "#modules/kernel/messages/index.ts";

/** A refusal of one of our resources, with what is wrong at its fields, or `interrupted` when the line broke. */
export type FileRefusal = {
  problem: MessageKey;
  params?: MessageParams;
  errors?: Record<string, MessageKey>;
  /** The resource's status; none when nothing came back. */
  status?: number;
};

/** Post one file as a form's field and tell how far it is, 0 to 1; fetch cannot tell that. Answers what was answered. */
export function postFile<T>(
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
      // A session that is over: the page knows where to lead (R020).
      if (status === 401) return location.reload();
      const told = (response as FileRefusal | null) ?? { problem: "error.unexpected" as const };
      resolve({ refusal: { ...told, status } });
    });
    request.addEventListener("error", () => resolve({ refusal: { problem: "upload.interrupted" } }));
    request.send(form);
  });
}

/** The same where only a refusal is of interest. */
export async function sendFile(...sent: Parameters<typeof postFile>): Promise<FileRefusal | undefined> {
  const told = await postFile(...sent);
  return "refusal" in told ? told.refusal : undefined;
}
