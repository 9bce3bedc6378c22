import { useSay } from "#app/ui/base/say.tsx";

type NewsBarProps = {
  ticketId: string;
  /** The newest line of the history that the page shows. */
  shown: string | undefined;
};

/**
 * Says within two seconds that somebody changed the open request, and who; the page itself changes only when asked, so
 * that nothing moves or is lost under whoever is typing.
 */
export function NewsBar({ ticketId, shown }: NewsBarProps) {
  const say = useSay();
  return (
    <div role="status" data-news="" data-enhance="news-bar" data-ticket={ticketId} data-shown={shown}>
      <p
        className="flex flex-none flex-wrap items-center gap-2 bg-marigold-50 px-4 py-2 text-13 text-marigold-700"
        hidden
      >
        <span />
        <button type="button" className="d-btn">
          {say("common.show")}
        </button>
      </p>
    </div>
  );
}
