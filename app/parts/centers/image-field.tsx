import type { Refused } from "#app/ui/base/refused.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { Thumb } from "#app/ui/detail/thumb.tsx";
import { useAnswer } from "#app/ui/form/answer.ts";
import { FileField } from "#app/ui/form/file/file-field.tsx";
import { useField } from "#app/ui/form/form-state.ts";
import { imageFields, type TechnicianImage } from "#modules/centers/shared.ts";

type Props = {
  kind: TechnicianImage;
  label: string;
  hint: string;
  /** The picture that is already stored. */
  stored?: string | null | undefined;
  accept: string;
  required?: boolean;
  /** A stored identity paper is only opened by a link, because every view is recorded; a face is shown directly. */
  face?: boolean;
};

/** A picture of a technician; the form carries its id. */
export function ImageField({ kind, stored, face = false, ...rest }: Props) {
  const say = useSay();
  const { blob, file } = imageFields[kind];
  const { error, value: sent } = useField(blob);
  const shown = sent ?? stored;
  const refused = useAnswer<Refused>()?.problem === "technician.uploadFailed";

  return (
    <FileField
      name={file}
      carriedAs={blob}
      to={`/technician-images/${kind}`}
      part="image"
      words={{
        sending: say("technician.image.sending"),
        sent: say("technician.image.sent"),
        preview: say("technician.image.preview", { what: rest.label }),
      }}
      unkept={<UploadFailed reason="{reason}" />}
      broken={say("technician.uploadWrong")}
      refused={refused ? <UploadFailed reason={error} /> : undefined}
      stored={shown && <Stored id={shown} label={rest.label} face={face} />}
      {...rest}
    />
  );
}

function UploadFailed({ reason }: { reason: string | undefined }) {
  const failed = useSay()("technician.uploadFailed");
  return (
    <>
      {failed}
      {reason && reason !== failed && (
        <span className="block font-normal" data-each="">
          {reason}
        </span>
      )}
    </>
  );
}

function Stored({ id, label, face }: { id: string; label: string; face: boolean }) {
  const say = useSay();
  if (face)
    return (
      <Thumb href={`/files/${id}`}>
        <img src={`/files/${id}`} alt={label} loading="lazy" />
      </Thumb>
    );
  return (
    <a href={`/files/${id}`} target="_blank" rel="noreferrer" className="link inline-flex min-h-11 items-center">
      {say("technician.image.open", { what: label })}
    </a>
  );
}
