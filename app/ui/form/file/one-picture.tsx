import { Thumb } from "../../detail/thumb.tsx";
import { useField } from "../form-state.ts";
import { FileField } from "./file-field.tsx";

type OnePictureProps = {
  label: string;
  hint: string;
  /** The types it may have, as MIME types. */
  types: readonly string[];
  required?: boolean;
  /** What it may have at most, and what a larger one is told before it is sent; `toast` says it as a toast, too. */
  most?: { bytes: number; sentence: string; toast?: boolean };
  /** The address a chosen picture is uploaded to. */
  to: string;
  /** Where a stored picture is, by its id. */
  at: (id: string) => string;
  /** What the link to the stored picture's full size says; without it, it is only shown. */
  open?: string;
  /** `sending` with {name} for the picture's name, `failed` with {reason}. */
  words: { sending: string; sent: string; preview?: string; failed: string };
};

/** The one picture of a form: uploaded as `picture` once it is chosen, its id is carried as `pictureId`. */
export function OnePicture({ label, hint, types, required = false, most, to, at, open, words }: OnePictureProps) {
  const { value } = useField("pictureId");
  return (
    <FileField
      name="picture"
      carriedAs="pictureId"
      label={label}
      hint={hint}
      accept={types.join(",")}
      required={required}
      {...(most && { most })}
      to={to}
      part="picture"
      stored={
        value &&
        (open ? (
          <Thumb href={at(value)}>
            <img src={at(value)} alt={open} />
          </Thumb>
        ) : (
          <Thumb>
            <img src={at(value)} alt={label} />
          </Thumb>
        ))
      }
      words={words}
      unkept={<span data-each="">{words.failed}</span>}
    />
  );
}
