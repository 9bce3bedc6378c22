import { ButtonLink } from "#app/ui/base/button.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { SheetView } from "#app/ui/dialog/sheet-view.tsx";
import { figure } from "#modules/kernel/figure.ts";
import type { Upload, UploadLine } from "#modules/tickets/index.ts";
import { Processed } from "./processed.tsx";

type ErrorsDialogProps = {
  upload: Pick<Upload, "state" | "counts">;
  /** The first wrong rows. */
  lines: readonly UploadLine[];
  closeTo: string;
};

/** R307: the wrong rows of an upload, each with what is wrong in which column; the page behind has all of them. */
export function ErrorsDialog({ upload, lines, closeTo }: ErrorsDialogProps) {
  const say = useSay();
  const rest = upload.counts.wrong - lines.length;
  return (
    <AddressDialog title={say("uploads.errorsTitle", { n: figure(upload.counts.wrong) })} closeTo={closeTo} side>
      <SheetView
        label={say("uploads.errors")}
        foot={
          <ButtonLink to={closeTo}>{say(upload.state === "checked" ? "uploads.toMend" : "common.close")}</ButtonLink>
        }
      >
        <Processed upload={upload} />
        <ul>
          {lines.map((line) => (
            <li className="grid gap-2 py-3 border-b border-hair" key={line.row}>
              <p className="wrap-anywhere">
                <strong>{say("uploads.rowN", { n: line.row })}</strong> {line.customerName}
              </p>
              <RowErrors line={line} />
            </li>
          ))}
        </ul>
        {rest > 0 && (
          <p className="mt-3">
            <Link className="link" to={closeTo}>
              {say("uploads.moreErrors", { n: figure(rest) })}
            </Link>
          </p>
        )}
      </SheetView>
    </AddressDialog>
  );
}

/** What is wrong with a row, one line for each cell. */
export function RowErrors({ line: { problems } }: { line: Pick<UploadLine, "problems"> }) {
  const say = useSay();
  return problems.map(({ column, wrong, params, fix }) => (
    <p key={`${column}${wrong}`} className="text-soft">
      {column && `${column}: `}
      {say(wrong, params)}
      {fix && ` – ${say(fix)}`}
    </p>
  ));
}
