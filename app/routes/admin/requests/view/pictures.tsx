import { Icon } from "#app/ui/base/icon.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { Section } from "#app/ui/detail/section.tsx";
import { showDayTime } from "#modules/kernel/clock.ts";
import type { TicketDetail } from "#modules/tickets/index.ts";

/** On-site pictures with download, each and all at once (R471); pressed, one opens large, and the arrow keys go through them. */
export function OnsitePictures({ request }: { request: TicketDetail }) {
  const say = useSay();
  const locale = useLocale();
  const { onsitePictures: pictures } = request;
  const addressOf = (id: string) => `/pictures/${request.id}/${id}`;
  return (
    <Section
      title={say("common.onSitePictures")}
      note={pictures.length > 0 ? pictures.length : undefined}
      acts={
        pictures.length > 1 && (
          <a className="d-btn" href={`/pictures/${request.id}/all`} download>
            <Icon name="download" />
            {say("request.downloadPictures")}
          </a>
        )
      }
    >
      {pictures.length === 0 ? (
        <p className="text-soft">{say("request.noPictures")}</p>
      ) : (
        <div className="flex flex-wrap gap-2.5" data-enhance="pictures">
          {pictures.map(({ id, createdAt }, nth) => (
            <figure key={id} className="w-34">
              <a href={addressOf(id)} data-picture>
                <img
                  src={addressOf(id)}
                  alt={say("tracking.picture", { n: nth + 1, total: pictures.length })}
                  loading="lazy"
                  className="h-23 w-34 rounded-md border border-line object-cover"
                />
              </a>
              <figcaption className="flex min-h-6 items-center justify-between text-12 text-soft">
                {showDayTime(createdAt, locale)}
                <a
                  href={addressOf(id)}
                  download={`${request.number}-${nth + 1}.jpg`}
                  className="grid size-6 place-items-center text-teal-700"
                  aria-label={say("request.downloadPicture", { n: nth + 1 })}
                >
                  <Icon name="download" />
                </a>
              </figcaption>
            </figure>
          ))}
          <Viewer first={addressOf(pictures[0]!.id)} number={request.number} total={pictures.length} />
        </div>
      )}
    </Section>
  );
}

/** One picture large; its island opens it, with the picture that was pressed. */
function Viewer({ first, number, total }: { first: string; number: string; total: number }) {
  const say = useSay();
  return (
    <dialog
      className="m-auto max-w-[min(1100px,calc(100vw-32px))] rounded-lg p-3 shadow-lift backdrop:bg-[rgb(7_49_47/70%)]"
      data-holds="open aria-label"
      data-words={say("tracking.picture", { n: "{n}", total })}
      data-file={`${number}-{n}.jpg`}
    >
      <div data-own>
        <img alt="" className="mx-auto max-h-[calc(100dvh-140px)]" />
        <p className="mt-2.5 flex flex-wrap items-center justify-center gap-2">
          <button type="button" className="d-btn d-btn-icon" aria-label={say("request.previousPicture")} data-turn="-1">
            <Icon name="chevron-left" />
          </button>
          <span aria-live="polite" />
          <button type="button" className="d-btn d-btn-icon" aria-label={say("request.nextPicture")} data-turn="1">
            <Icon name="chevron-right" />
          </button>
          <a className="d-btn" href={first} download>
            <Icon name="download" />
            {say("common.downloadShort")}
          </a>
          <button type="button" className="d-btn" data-close>
            {say("common.close")}
          </button>
        </p>
      </div>
    </dialog>
  );
}
