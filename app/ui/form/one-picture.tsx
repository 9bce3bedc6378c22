import type { MessageKey } from "#modules/messages/index.ts";
import { useSay } from "../base/say.tsx";
import { Thumb } from "../detail/thumb.tsx";
import { FileField } from "./file-field.tsx";
import { useField } from "./form-state.ts";

type OnePictureProps = {
  label: string;
  hint: string;
  /** The types it may have, as MIME types. */
  types: readonly string[];
  required?: boolean;
  /** What it may have at most, and what a larger one is told before it is sent. */
  most?: { bytes: number; problem: MessageKey };
  /** Called with the reason when a chosen picture is refused before it is sent. */
  onRefused?: (problem: MessageKey) => void;
  /** The address a chosen picture is uploaded to. */
  to: string;
  /** Where a stored picture is, by its id. */
  at: (id: string) => string;
  /** What the link to the stored picture's full size says; without it, it is only shown. */
  open?: string;
  words: { sending: (file: string) => string; sent: string; preview?: string; failed: (reason: string) => string };
};

/** The one picture of a form: uploaded as `picture` once it is chosen, its id is carried as `pictureId`. */
export function OnePicture({
  label,
  hint,
  types,
  required = false,
  most,
  onRefused,
  to,
  at,
  open,
  words,
}: OnePictureProps) {
  const say = useSay();
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
      {...(onRefused && { onRefused })}
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
      unkept={([first]) => words.failed(say(first!.refusal.problem, first!.refusal.params))}
    />
  );
}
