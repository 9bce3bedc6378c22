import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { rupees } from "#modules/kernel/money.ts";
import type { ClientNumbers } from "#modules/tickets/index.ts";

type Figure = { label: string; value: string; hint?: string; to?: string };

/** A few numbers in large type; each leads to what it counts. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <ul className="home-tiles">
      {figures.map(({ label, value, hint, to }) => {
        const inside = (
          <span>
            <small>{label}</small>
            <b className="home-figure">{value}</b>
            {hint && <small>{hint}</small>}
          </span>
        );
        return <li key={label}>{to ? <Link to={to}>{inside}</Link> : <div className="home-tile">{inside}</div>}</li>;
      })}
    </ul>
  );
}

type TableProps = {
  caption: string;
  heads: readonly string[];
  rows: readonly { key: string; cells: readonly string[] }[];
};

/** A small table: the first column says what, the others hold numbers. */
export function NumbersTable({ caption, heads, rows }: TableProps) {
  return (
    <div className="home-table">
      <table>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...others] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {others.map((cell, at) => (
                <td key={heads[at + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Open and closed requests and what is due, per service. */
export function Services({ services }: { services: ClientNumbers["services"] }) {
  const say = useSay();
  return (
    <section aria-labelledby="services">
      <h2 id="services">{say("client.services")}</h2>
      <NumbersTable
        caption={say("client.services")}
        heads={[say("requests.service"), say("client.open"), say("client.closed"), say("client.due")]}
        rows={services.map(({ name, open, closed, duePaise }) => ({
          key: name,
          cells: [name, open.toLocaleString("en-IN"), closed.toLocaleString("en-IN"), rupees(duePaise)],
        }))}
      />
    </section>
  );
}
