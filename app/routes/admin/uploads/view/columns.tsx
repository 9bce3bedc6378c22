import { Button } from "#app/ui/base/button.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { SelectField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import type { Upload } from "#modules/tickets/index.ts";
import { type ColumnName, columnNames, fieldOfColumn, fixOf, isNeeded, isRead } from "#modules/tickets/shared.ts";

type Props = {
  upload: Omit<Upload, "createdAt">;
  /** The columns whose values are taken from this admin. */
  taken: readonly ColumnName[];
};

const fieldsInTwo = "grid gap-4 md:grid-cols-2 [&_.hint]:first-letter:uppercase";

/** Which heading of the file each column of the template is read from; asked once and remembered for the client. */
export function Columns({ upload: { id, heading, mapping, client }, taken }: Props) {
  const say = useSay();
  const offered = heading.flatMap((text, place) => (text ? [{ value: String(place), label: text }] : []));
  const fields = columnNames
    .map((name, at) => ({ name, at, needed: isNeeded(name) }))
    .filter(({ name }) => isRead(name));
  const open = ({ name, at, needed }: (typeof fields)[number]) => (
    <SelectField
      key={name}
      name={fieldOfColumn(at)}
      label={name}
      value={mapping[name] ?? ""}
      options={offered}
      required={needed}
      hint={say(taken.includes(name) ? fixOf(name) : "uploads.columnUntaken")}
      {...(!needed && { empty: say("uploads.noColumn") })}
    />
  );
  return (
    <section className="grid gap-3">
      <h2>{say("uploads.mapTitle")}</h2>
      <p className="max-w-prose text-soft">{say(client ? "uploads.mapLead" : "uploads.mapLeadOnce")}</p>
      <Link className="link justify-self-start" to={`/uploads/${id}?act=heading`} preventScrollReset>
        {say("uploads.headingOther")}
      </Link>
      <Form intent="map" className="grid gap-4">
        <div className={fieldsInTwo}>{fields.filter(({ needed }) => needed).map(open)}</div>
        <details>
          <summary className="link mb-3 min-h-11 content-center">{say("uploads.mapMore")}</summary>
          <div className={fieldsInTwo}>{fields.filter(({ needed }) => !needed).map(open)}</div>
        </details>
        <Button className="justify-self-start">{say("uploads.map")}</Button>
      </Form>
    </section>
  );
}
