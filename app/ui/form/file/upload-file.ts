/** Why a file was not taken, in the page's language, and the answer's status; without one the connection broke. */
export type FileRefusal = { sentence?: string; status?: number };

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
    request.setRequestHeader("accept", "text/plain");
    request.upload.addEventListener("progress", ({ loaded, total }) => progress(total > 0 ? loaded / total : 0));
    request.addEventListener("load", () => {
      const { status, responseText } = request;
      if (status < 300) return resolve({ answer: JSON.parse(responseText) as T });
      // The session is over: reloading redirects to the login (R020).
      if (status === 401) return location.reload();
      const isSentence = request.getResponseHeader("content-type")?.startsWith("text/plain");
      resolve({ refusal: { status, ...(isSentence && { sentence: responseText }) } });
    });
    request.addEventListener("error", () => resolve({ refusal: {} }));
    request.send(form);
  });
}
