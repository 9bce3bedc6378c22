import { Icon } from "#app/ui/base/icon.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useField } from "#app/ui/form/form-state.ts";

/** Takes or chooses pictures; islands/photo.ts makes them smaller, shows the first at once, and how many there are. */
export function Take() {
  const say = useSay();
  const field = useField("pictures");
  return (
    <div className="grid gap-1" data-enhance="photo">
      <label
        className={`relative grid size-32 place-content-center justify-items-center gap-1 overflow-hidden rounded-lg border bg-white font-semibold text-teal-800 focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-teal-700 hover:bg-teal-50 ${field.error ? "border-red-700" : "border-dashed border-edge"}`}
      >
        <Icon name="camera" />
        <span>{say("onVisit.photoTake")}</span>
        <img alt="" hidden className="pointer-events-none absolute inset-0 size-full object-cover" />
        <b
          data-count
          hidden
          className="pointer-events-none absolute right-1 bottom-1 rounded-full bg-teal-900 px-2 text-sm text-white"
        />
        <input
          id={field.id}
          type="file"
          name="pictures"
          multiple
          accept="image/jpeg,image/png,image/webp"
          aria-invalid={field.error ? true : undefined}
          aria-describedby={field.error ? `${field.id}-error` : undefined}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </label>
      {field.error && (
        <p id={`${field.id}-error`} className="wrong">
          {field.error}
        </p>
      )}
    </div>
  );
}
