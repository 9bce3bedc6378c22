import { statusWord } from "#app/parts/tickets/words.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { figure } from "#modules/kernel/figure.ts";
import { rupees } from "#modules/kernel/money.ts";
import { isMessageKey, type MessageKey } from "#modules/messages/index.ts";
import type { Analysis, Share } from "#modules/tickets/index.ts";

/** How many requests are analysed at once; the same number as in the module, which the browser cannot import. */
const analysedUpTo = 100_000;

/** 'Analysis' of All Requests: counts and sums of exactly the requests the list is filtered to. */
export function AnalysisDialog({ analysis, closeTo }: { analysis: Analysis | "tooMany"; closeTo: string }) {
  const say = useSay();
  const nameOf = useName();
  return (
    <AddressDialog title={say("lists.analysis")} closeTo={closeTo} wide>
      {analysis === "tooMany" ? (
        <p>{say("lists.analysis.tooMany", { n: figure(analysedUpTo) })}</p>
      ) : (
        <div className="grid gap-5">
          <p className="text-soft">{say("lists.analysis.lead", { n: figure(analysis.total.requests) })}</p>
          <Shares
            title="lists.analysis.status"
            analysis={analysis}
            shares={analysis.statuses}
            word={(name) => statusWord(name, say)}
          />
          <Shares
            title="lists.analysis.creator"
            analysis={analysis}
            shares={analysis.creators}
            word={(name) => {
              const key = `lists.creator.${name}`;
              return isMessageKey(key) ? say(key) : name;
            }}
          />
          <Shares title="common.byService" analysis={analysis} shares={analysis.services} word={nameOf} />
        </div>
      )}
    </AddressDialog>
  );
}

type SharesProps = {
  title: MessageKey;
  analysis: Analysis;
  shares: readonly Share[];
  word: (name: string) => string;
};

const cell = "h-7.5 border-b border-hair pr-2";
/* On a phone the figures need the room of the bars. */
const bar = `${cell} w-1/5 max-md:hidden`;
const number = `${cell} text-right`;
const heading = "text-12 font-semibold text-soft";

function Shares({ title, analysis: { total }, shares, word }: SharesProps) {
  const say = useSay();
  return (
    <table className="w-full table-fixed border-collapse tabular-nums max-md:table-auto">
      <caption className="sr-only">{say(title)}</caption>
      <thead>
        <tr>
          <th scope="col" className={`${cell} ${heading} w-[30%] text-left`}>
            {say(title)}
          </th>
          <th scope="col" className={`${bar} ${heading} text-left`}>
            {say("common.share")}
          </th>
          <th scope="col" className={`${number} ${heading}`}>
            {say("common.requests")}
          </th>
          <th scope="col" className={`${number} ${heading}`}>
            {say("lists.paidByPublic")}
          </th>
          <th scope="col" className={`${number} ${heading}`}>
            {say("common.closingPrice")}
          </th>
        </tr>
      </thead>
      <tbody>
        {shares.map(({ name, requests, paidByPublic, closingPricePaise }) => (
          <tr key={name}>
            <th scope="row" className={`${cell} text-left font-normal`}>
              {word(name)}
            </th>
            <td className={bar}>
              <meter
                min={0}
                max={total.requests}
                value={requests}
                aria-label={say("common.share")}
                title={`${Math.round((100 * requests) / total.requests)} %`}
              />
            </td>
            <td className={`${number} max-md:whitespace-nowrap`}>{figure(requests)}</td>
            <td className={`${number} max-md:whitespace-nowrap`}>{figure(paidByPublic)}</td>
            <td className={`${number} max-md:whitespace-nowrap`}>{rupees(closingPricePaise)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot className="font-semibold">
        <tr>
          <th scope="row" className={`${cell} text-left font-semibold`}>
            {say("common.total")}
          </th>
          <td className={bar} />
          <td className={`${number} max-md:whitespace-nowrap`}>{figure(total.requests)}</td>
          <td className={`${number} max-md:whitespace-nowrap`}>{figure(total.paidByPublic)}</td>
          <td className={`${number} max-md:whitespace-nowrap`}>{rupees(total.closingPricePaise)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
