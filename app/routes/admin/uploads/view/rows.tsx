import { useLocation } from "@remix-run/react";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { figure } from "#modules/kernel/figure.ts";
import type { UploadLine } from "#modules/tickets/index.ts";
import { columnNames, fieldOfColumn } from "#modules/tickets/shared.ts";
import { RowErrors } from "./errors-dialog.tsx";
import type { UploadPageView } from "./upload-page.server.ts";

type Page = Omit<UploadPageView, "upload"> & { upload: Pick<UploadPageView["upload"], "id" | "state"> };

const tab =
  "py-2.5 whitespace-nowrap text-soft no-underline aria-[current]:border-b-2 aria-[current]:border-teal-700 " +
  "aria-[current]:font-semibold aria-[current]:text-inherit";

/** A page of an upload's rows: of a dry run, those with errors can be mended in place. */
export function Rows({ page }: { page: Page }) {
  const { tabs, shown, lines, next, onOtherPage, upload, choices } = page;
  const say = useSay();
  const here = useLocation();
  const canCorrect = upload.state === "checked" && (shown === "wrong" || shown === "known");
  return (
    <section className="grid gap-3" aria-label={say("common.rowsOfTheFile")}>
      <nav className="flex flex-wrap gap-y-1 gap-x-4 border-b border-line" aria-label={say("common.rowsOfTheFile")}>
        {tabs.map(({ rows, n }) => (
          <Link
            key={rows}
            to={addressWith(here, { rows, after: null, act: null })}
            aria-current={rows === shown ? "page" : undefined}
            className={tab}
            preventScrollReset
          >
            {say(`uploads.tab.${rows}`)} <span>{figure(n)}</span>
          </Link>
        ))}
      </nav>
      {lines.length === 0 ? (
        <p className="text-soft">{say("uploads.noMoreRows")}</p>
      ) : (
        <ul>
          {lines.map((line) => (
            <li className="grid gap-2 py-3 border-b border-hair" key={line.row} id={`row-${line.row}`}>
              <p className="wrap-anywhere">
                <strong>{say("uploads.rowN", { n: line.row })}</strong> {line.customerName}
                {line.clientReference && <span className="text-soft"> · {line.clientReference}</span>}
                {line.number && line.ticketId && (
                  <Link className="link ml-2" to={`/view-ticket?ticketId=${line.ticketId}`}>
                    {line.number}
                  </Link>
                )}
              </p>
              {line.untaken.length > 0 && (
                <p className="text-soft">{say("uploads.untakenOf", { columns: line.untaken.join(", ") })}</p>
              )}
              {canCorrect && line.problems.some(({ column }) => column) ? (
                <CorrectionForm line={line} />
              ) : (
                <RowErrors line={line} />
              )}
            </li>
          ))}
        </ul>
      )}
      {canCorrect &&
        Object.entries(choices).map(([name, values]) => (
          <datalist key={name} id={listOf(name)}>
            {values?.map((value) => (
              <option key={value} value={value} />
            ))}
          </datalist>
        ))}
      {(next !== null || onOtherPage) && (
        <nav className="flex flex-wrap gap-3" aria-label={say("common.pages")}>
          {onOtherPage && (
            <ButtonLink tone="quiet" to={addressWith(here, { after: null, act: null })}>
              {say("list.first")}
            </ButtonLink>
          )}
          {next !== null && (
            <ButtonLink tone="quiet" to={addressWith(here, { after: String(next), act: null })}>
              {say("list.next")}
            </ButtonLink>
          )}
        </nav>
      )}
    </section>
  );
}

const listOf = (column: string) => `of-${column.replaceAll(" ", "-")}`;

/** The cells of a row that are wrong, each with what is wrong with it and how to mend it. */
function CorrectionForm({ line: { row, problems, cells } }: { line: UploadLine }) {
  const say = useSay();
  return (
    <Form
      intent="mend"
      className="grid items-start gap-3 md:grid-cols-[repeat(auto-fill,minmax(240px,1fr))]"
      preventScrollReset
    >
      <input type="hidden" name="place" value={row} />
      {problems.map(({ column, wrong, params, fix }) => {
        if (!column) return <p key={wrong}>{say(wrong, params)}</p>;
        const at = columnNames.indexOf(column);
        const id = `row-${row}-${at}`;
        return (
          <div key={column} className="field">
            <input type="hidden" name="shown" value={at} />
            <label htmlFor={id}>{column}</label>
            <input
              id={id}
              name={fieldOfColumn(at)}
              className="input"
              defaultValue={cells[at] ?? ""}
              list={listOf(column)}
              autoComplete="off"
              aria-invalid="true"
              aria-describedby={`${id}-error`}
            />
            <span id={`${id}-error`} className="wrong">
              {say(wrong, params)}
              {fix && ` – ${say(fix)}`}
            </span>
          </div>
        );
      })}
      <Button tone="quiet" small className="justify-self-start md:mt-6" aria-label={say("uploads.mendOf", { n: row })}>
        {say("uploads.mend")}
      </Button>
    </Form>
  );
}
