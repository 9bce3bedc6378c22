import { useRevalidator } from "@remix-run/react";
import { type ChangeEvent, useState } from "react";
import { useField } from "#app/ui/form.tsx";
import { useSay } from "#app/ui/say.tsx";
import { type FileRefusal, sendFile } from "#app/ui/send-file.ts";
import { shrinkPicture } from "#app/ui/shrink-picture.ts";

type Picture = { id: string };

/** The on-site pictures there are; each opens in full. */
export function Pictures({ ticketId, pictures }: { ticketId: string; pictures: readonly Picture[] }) {
  const say = useSay();
  if (pictures.length === 0) return <p className="text-soft">{say("tracking.picturesNone")}</p>;
  return (
    <ul className="flex flex-wrap gap-3">
      {pictures.map(({ id }, at) => (
        <li key={id}>
          <a href={`/pictures/${ticketId}/${id}`} target="_blank" rel="noreferrer" className="thumb">
            <img
              src={`/pictures/${ticketId}/${id}`}
              alt={say("tracking.picture", { n: at + 1, total: pictures.length })}
              loading="lazy"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

type Sending = { name: string; part: number };
type Failed = { name: string; refusal: FileRefusal };

/**
 * Where on-site pictures are chosen. Each is made smaller and sent at once, with its progress; without JavaScript
 * they go with the form. Files that were refused are listed with their reasons (R148). One is `needed` where the work
 * cannot be closed without any (R164).
 */
export function PictureField({ ticketId, needed = false }: { ticketId: string; needed?: boolean }) {
  const say = useSay();
  const { revalidate } = useRevalidator();
  const field = useField("pictures", { required: true });
  const [sending, setSending] = useState<Sending>();
  const [failed, setFailed] = useState<readonly Failed[]>([]);
  const [saved, setSaved] = useState(0);

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const files = [...(target.files ?? [])];
    target.value = "";
    setFailed([]);
    for (const file of files) {
      setSending({ name: file.name, part: 0 });
      const refusal = await sendFile(
        `/pictures/${encodeURIComponent(ticketId)}`,
        "picture",
        await shrinkPicture(file),
        file.name,
        (part) => setSending({ name: file.name, part }),
      );
      if (refusal) setFailed((earlier) => [...earlier, { name: file.name, refusal }]);
      else setSaved((count) => count + 1);
    }
    setSending(undefined);
    revalidate();
  }

  return (
    <div className="field">
      <label htmlFor={field.id}>{say("center.pictures.add")}</label>
      <p id={`${field.id}-hint`} className="hint mb-1">
        {say(needed ? "center.pictures.needed" : "center.pictures.hint")}
      </p>
      {field.error && (
        <span id={`${field.id}-error`} className="wrong">
          {field.error}
        </span>
      )}
      <input
        id={field.id}
        name="pictures"
        className="input"
        type="file"
        accept="image/jpeg,image/png,image/webp"
        multiple
        aria-invalid={field.error ? true : undefined}
        aria-describedby={[`${field.id}-hint`, field.error && `${field.id}-error`].filter(Boolean).join(" ")}
        onChange={choose}
      />
      <div role="status" className="mt-2 text-sm empty:hidden">
        {sending ? (
          <label className="block">
            {say("center.pictures.sending", { name: sending.name })}
            <progress className="progress" value={sending.part} max={1} />
          </label>
        ) : (
          saved > 0 && failed.length === 0 && <p className="text-green-700">{say("pictures.saved")}</p>
        )}
      </div>
      {failed.length > 0 && (
        <div role="alert" className="problem mt-2 text-sm">
          <p className="font-semibold">{say("center.pictures.failed")}</p>
          <ul className="list-disc pl-5">
            {failed.map(({ name, refusal }) => (
              <li key={name}>{`${name}: ${say(refusal.problem, refusal.params)}`}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
