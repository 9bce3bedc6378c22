import type { ReactNode } from "react";
import { Icon } from "#app/ui/base/icon.tsx";
import { useSay } from "#app/ui/base/say.tsx";

type BandProps = {
  title: ReactNode;
  /** A sentence beneath the title. */
  lead?: ReactNode;
  /** What leads one step back, and where it stands. */
  up?: { to: string; words: string } | undefined;
  /** A link at the same height, at the end of the line. */
  extra?: ReactNode;
  /** What stands over the title. */
  above?: ReactNode;
  /** Its colour: dark while we speak, else as BandColour says. */
  tone?: BandTone;
  /** How far it is, of so many parts: five while booking. */
  step: number;
  parts?: number;
  children?: ReactNode;
};

/** The dark field on top of a short page: the one large thing it says, and the line that says how far it is. */
export function Band({ title, lead, above, tone = "teal", up, extra, step, parts = 5, children }: BandProps) {
  const say = useSay();
  const look = tones[tone];
  return (
    <div className="col-span-full">
      <div
        className={`relative grid grid-cols-[minmax(0,1fr)] gap-2 wrap-anywhere px-[max(1rem,calc(50%-35rem))] pt-1 pb-5 min-[56.25rem]:pt-4 min-[56.25rem]:pb-8 min-[56.25rem]:[&>svg~*]:max-w-[42rem] ${look.band}`}
      >
        {above}
        {(up || extra) && (
          <div className={`-my-1 flex flex-wrap items-center justify-between gap-x-4 ${look.soft}`}>
            {up && (
              <a href={up.to} className="-ml-1.5 flex min-h-11 items-center gap-1.5 text-sm hover:underline">
                <Icon name="chevron-left" />
                <span className="sr-only">{say("common.goBack")}: </span>
                <span className="min-w-0 wrap-anywhere">{up.words}</span>
              </a>
            )}
            {extra}
          </div>
        )}
        <h1 className="text-[1.75rem]/[1.25] min-[56.25rem]:text-[2.25rem]/[1.25]">{title}</h1>
        {lead && <p className={`max-w-[45rem] ${look.soft}`}>{lead}</p>}
        {children}
      </div>
      <div aria-hidden="true" className="flex h-[5px] gap-[3px]">
        {Array.from({ length: parts }, (_, at) => at + 1).map((part) => (
          <span key={part} className={`flex-1 ${part <= step ? "bg-marigold-400" : "bg-teal-100"}`} />
        ))}
      </div>
    </div>
  );
}

const onDark = "text-teal-100 [&_a]:text-white";

/** The field's own colours, and those of what is less on it. */
const tones = {
  teal: { band: "bg-teal-800 text-white [&_:focus-visible]:outline-marigold-400", soft: onDark },
  good: { band: "bg-green-700 text-white [&_:focus-visible]:outline-marigold-400", soft: onDark },
  amber: { band: "bg-marigold-100 text-ink", soft: "text-ink" },
  ended: { band: "bg-teal-900 text-white [&_:focus-visible]:outline-marigold-400", soft: onDark },
} as const;

export type BandTone = keyof typeof tones;

/** The page under and around its band: from 900 px the content has the price extra it. */
export const bandPage =
  "flex flex-1 flex-col min-[56.25rem]:grid min-[56.25rem]:grid-cols-[minmax(1rem,1fr)_minmax(0,45rem)_22rem_minmax(1rem,1fr)] min-[56.25rem]:content-start min-[56.25rem]:gap-x-12 [&_:is(a,button,input,select,summary,textarea)]:scroll-mb-32";

/** What stands under the band. */
export const bandContent =
  "grid grid-cols-[minmax(0,1fr)] content-start gap-5 px-4 pt-5 pb-8 min-[56.25rem]:col-start-2 min-[56.25rem]:px-0 min-[56.25rem]:pt-8";

/** The bar with the price and the one next thing: at the bottom of a phone, extra the content on a desk. */
export function PriceBar({
  price,
  hint,
  children,
}: {
  price?: string | undefined;
  hint?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="sticky bottom-0 z-10 mt-auto flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-white px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] shadow-[0_-8px_24px_-12px_#12262b2e] min-[56.25rem]:top-8 min-[56.25rem]:bottom-auto min-[56.25rem]:col-start-3 min-[56.25rem]:row-start-2 min-[56.25rem]:my-8 min-[56.25rem]:flex-col min-[56.25rem]:items-stretch min-[56.25rem]:self-start min-[56.25rem]:rounded-lg min-[56.25rem]:border min-[56.25rem]:p-6">
      {(price || hint) && (
        <p className="min-w-28 flex-9">
          {price && <b className="block text-lg">{price}</b>}
          {hint && <span className="block text-sm text-soft">{hint}</span>}
        </p>
      )}
      {children}
    </div>
  );
}

/** The look of the one next thing. */
export const goLook =
  "btn min-h-13 flex-auto rounded-lg bg-marigold-400 px-6 font-[650] text-teal-900 shadow-[inset_0_-2px_#7a4a0059] hover:bg-[#e79a12]";
