import { ButtonLink, buttonLook } from "#app/ui/base/button.tsx";
import { Chip, type ChipTone } from "#app/ui/base/chip.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { cellText } from "#app/ui/list/columns.tsx";
import type { ShownTable } from "#app/ui/list/table.tsx";
import { LiveHint } from "#app/ui/shell/live.tsx";
import { showDateTime } from "#modules/kernel/clock.ts";
import { figure } from "#modules/kernel/figure.ts";
import { ListScreen } from "./list-screen.tsx";
import type { ListedFile } from "./prepared-files.server.ts";

const tones: Record<ListedFile["state"], ChipTone> = {
  waiting: "warm",
  preparing: "warm",
  ready: "good",
  failed: "bad",
  refused: "bad",
};

type PreparedFilesProps = {
  table: ShownTable<ListedFile>;
  /** Lists with more rows than this are prepared in the background. */
  most: number;
  /** The address of a file, without its id. */
  fileAt: string;
  /** The list to start from, shown when there are no files. */
  begin: { to: string; label: string };
};

/** The export files of long lists: how far each is, and a link to download it. */
export function PreparedFiles({ table, most, fileAt, begin }: PreparedFilesProps) {
  const say = useSay();
  const locale = useLocale();
  return (
    <ListScreen
      title={say("common.preparedFiles")}
      table={table}
      looks={{
        list: {
          show: ({ cells }) => (
            <>
              <span className="block font-semibold">{cellText(cells.list)}</span>
              <span className="text-soft">{cellText(cells.format)}</span>
            </>
          ),
        },
        rows: { show: ({ cells }) => cells.rows && figure(Number(cells.rows)) },
        state: {
          show: ({ state, availableUntil, cells }) => (
            <>
              <Chip tone={tones[state]}>{cellText(cells.state)}</Chip>
              {availableUntil && (
                <span className="block text-soft">
                  {say("center.files.keptUntil", { when: showDateTime(availableUntil, locale) })}
                </span>
              )}
              {state === "failed" && <span className="block text-soft">{say("center.files.again")}</span>}
              {state === "refused" && <span className="block text-soft">{say("center.files.noRight")}</span>}
            </>
          ),
        },
        format: { within: "list" },
      }}
      acts={({ id, state, cells }) =>
        state === "ready" && (
          <a
            className={buttonLook({ tone: "quiet", small: true })}
            href={`${fileAt}/${id}`}
            aria-label={say("center.files.downloadOf", {
              list: cellText(cells.list),
              format: cellText(cells.format),
              rows: Number(cells.rows),
            })}
          >
            {say("common.download")}
          </a>
        )
      }
      above={
        <div className="mb-5">
          <p className="mb-2 max-w-prose text-soft">{say("center.files.lead", { count: figure(most) })}</p>
          <LiveHint />
        </div>
      }
      empty={{
        title: say("center.files.empty"),
        action: (
          <ButtonLink tone="quiet" to={begin.to}>
            {begin.label}
          </ButtonLink>
        ),
      }}
    />
  );
}
