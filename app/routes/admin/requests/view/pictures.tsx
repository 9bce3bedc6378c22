import { useEffect, useRef, useState } from "react";
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
  const [open, setOpen] = useState<number | null>(null);
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
        <div className="flex flex-wrap gap-2.5">
          {pictures.map(({ id, createdAt }, nth) => (
            <figure key={id} className="w-34">
              <a
                href={addressOf(id)}
                onClick={(event) => {
                  event.preventDefault();
                  setOpen(nth);
                }}
              >
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
        </div>
      )}
      {open !== null && (
        <Viewer
          sources={pictures.map(({ id }) => addressOf(id))}
          number={request.number}
          at={open}
          go={setOpen}
          close={() => setOpen(null)}
        />
      )}
    </Section>
  );
}

type ViewerProps = {
  sources: readonly string[];
  number: string;
  at: number;
  go: (at: number) => void;
  close: () => void;
};

function Viewer({ sources, number, at, go, close }: ViewerProps) {
  const say = useSay();
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    box.current?.showModal();
    return () => (opener as HTMLElement | null)?.focus?.();
  }, []);
  const name = say("tracking.picture", { n: at + 1, total: sources.length });
  const turn = (by: number) => go((at + by + sources.length) % sources.length);
  return (
    <dialog
      ref={box}
      className="m-auto max-w-[min(1100px,calc(100vw-32px))] rounded-lg p-3 shadow-lift backdrop:bg-[rgb(7_49_47/70%)]"
      aria-label={name}
      onClose={close}
      onKeyDown={({ key }) => {
        if (key === "ArrowRight") turn(1);
        if (key === "ArrowLeft") turn(-1);
      }}
    >
      <img src={sources[at]} alt={name} className="mx-auto max-h-[calc(100dvh-140px)]" />
      <p className="mt-2.5 flex flex-wrap items-center justify-center gap-2">
        <button
          type="button"
          className="d-btn d-btn-icon"
          aria-label={say("request.previousPicture")}
          onClick={() => turn(-1)}
        >
          <Icon name="chevron-left" />
        </button>
        <span aria-live="polite">{name}</span>
        <button
          type="button"
          className="d-btn d-btn-icon"
          aria-label={say("request.nextPicture")}
          onClick={() => turn(1)}
        >
          <Icon name="chevron-right" />
        </button>
        <a className="d-btn" href={sources[at]} download={`${number}-${at + 1}.jpg`}>
          <Icon name="download" />
          {say("common.downloadShort")}
        </a>
        <button type="button" className="d-btn" onClick={() => box.current?.close()}>
          {say("common.close")}
        </button>
      </p>
    </dialog>
  );
}
