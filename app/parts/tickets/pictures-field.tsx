import { useSay } from "#app/ui/base/say.tsx";
import { Thumb } from "#app/ui/detail/thumb.tsx";
import { FileField } from "#app/ui/form/file/file-field.tsx";

type Picture = { id: string };

/** The stored on-site pictures; each links to its full size. */
export function Pictures({ ticketId, pictures }: { ticketId: string; pictures: readonly Picture[] }) {
  const say = useSay();
  if (pictures.length === 0)
    return (
      <p className="text-soft" data-pictures={ticketId}>
        {say("tracking.picturesNone")}
      </p>
    );
  return (
    <ul className="flex flex-wrap gap-3" data-pictures={ticketId}>
      {pictures.map(({ id }, at) => (
        <li key={id}>
          <Thumb href={`/pictures/${ticketId}/${id}`}>
            <img
              src={`/pictures/${ticketId}/${id}`}
              alt={say("tracking.picture", { n: at + 1, total: pictures.length })}
              loading="lazy"
            />
          </Thumb>
        </li>
      ))}
    </ul>
  );
}

/** The pictures the customer added when booking; nothing where there are none. */
export function NeedPictures({
  pictures,
  className,
  titled = false,
}: {
  pictures: readonly Picture[];
  className?: string;
  /** Whether what is around has the title. */
  titled?: boolean;
}) {
  const say = useSay();
  if (pictures.length === 0) return null;
  return (
    <section className={className}>
      {!titled && <h3 className="mb-2">{say("book.photos.ofNeed")}</h3>}
      <ul className="flex flex-wrap gap-3">
        {pictures.map(({ id }, at) => (
          <li key={id}>
            <Thumb href={`/need-pictures/${id}`}>
              <img
                src={`/need-pictures/${id}`}
                alt={say("tracking.picture", { n: at + 1, total: pictures.length })}
                loading="lazy"
              />
            </Thumb>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Chooses on-site pictures; refused files are listed with their reasons (R148). One is `needed` where the work cannot
 * be closed without it (R164).
 */
export function PictureField({ ticketId, needed = false }: { ticketId: string; needed?: boolean }) {
  const say = useSay();
  return (
    <FileField
      name="pictures"
      label={say("center.pictures.add")}
      hint={say(needed ? "center.pictures.needed" : "center.pictures.hint")}
      accept="image/jpeg,image/png,image/webp"
      required={needed}
      to={`/pictures/${encodeURIComponent(ticketId)}`}
      part="picture"
      words={{ sending: say("common.sendingName", { name: "{name}" }), sent: say("pictures.saved") }}
      unkept={
        <>
          {say("center.pictures.failed")}
          <ul className="list-disc pl-5 font-normal">
            <li data-each="">{"{name}: {reason}"}</li>
          </ul>
        </>
      }
      shownIn={`[data-pictures="${ticketId}"]`}
    />
  );
}
