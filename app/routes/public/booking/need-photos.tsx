import { Button } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useField } from "#app/ui/form/form-state.ts";
import type { NeedView } from "./short-views.server.ts";

type Picture = NeedView["pictures"][number];

/** Up to three pictures, each in a place of its own; islands/photo.ts makes them smaller and shows them at once. */
export function NeedPhotos({ pictures }: { pictures: readonly Picture[] }) {
  const say = useSay();
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">
        {say("book.photos")} <span className="font-normal text-soft">{say("book.photos.hint")}</span>
      </legend>
      <div className="grid grid-cols-3 items-start gap-2 sm:max-w-[30rem]">
        {pictures.map((picture) => (
          <Photo key={picture.slot} picture={picture} />
        ))}
      </div>
    </fieldset>
  );
}

function Photo({ picture: { slot, url } }: { picture: Picture }) {
  const say = useSay();
  const field = useField(`picture${slot}`);
  const label = say("book.photo", { n: slot + 1 });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1" data-enhance="photo">
      <label
        className={`relative grid aspect-square place-content-center justify-items-center gap-1 overflow-hidden rounded-lg border bg-white font-semibold text-teal-800 focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-teal-700 hover:bg-teal-50 ${field.error ? "border-red-700" : "border-dashed border-edge"}`}
      >
        <Icon name="camera" />
        <span>
          {say("common.add")}
          <span className="sr-only"> {label}</span>
        </span>
        <img
          src={url ?? undefined}
          alt={url ? label : ""}
          hidden={!url}
          className="pointer-events-none absolute inset-0 size-full object-cover"
        />
        <input
          id={field.id}
          type="file"
          name={`picture${slot}`}
          accept="image/jpeg,image/png,image/webp"
          aria-invalid={field.error ? true : undefined}
          aria-describedby={field.error ? `${field.id}-error` : undefined}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </label>
      {/* Without JavaScript this says that a file is chosen. */}
      {field.error && (
        <p id={`${field.id}-error`} className="wrong">
          {field.error}
        </p>
      )}
      {url && (
        <Button tone="plain" name="remove" value={slot} aria-label={say("file.removeOf", { what: label })}>
          {say("common.remove")}
        </Button>
      )}
    </div>
  );
}
