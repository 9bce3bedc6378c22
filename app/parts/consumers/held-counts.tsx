import { useSay } from "#app/ui/base/say.tsx";
import type { HeldKind } from "#modules/consumers/shared.ts";
import { figure } from "#modules/kernel/figure.ts";

/** How many of each kind of a customer's data. */
export function HeldCounts({ caption, counts }: { caption: string; counts: readonly { kind: HeldKind; n: number }[] }) {
  const say = useSay();
  if (counts.length === 0) return <p className="text-soft">{say("consumer.nothingYet")}</p>;
  return (
    <table className="d-table d-rows [&_:is(th,td)]:h-7!">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{say("consumer.kind")}</th>
          <th scope="col" className="num">
            {say("consumer.count")}
          </th>
        </tr>
      </thead>
      <tbody>
        {counts.map(({ kind, n }) => (
          <tr key={kind}>
            <th scope="row">{say(`consumer.kind.${kind}`)}</th>
            <td className="num">{figure(n)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
