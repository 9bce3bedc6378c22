import { useLoaderData } from "@remix-run/react";
import { Fragment, type ReactNode } from "react";
import { none } from "#app/http/doors/fresh.server.ts";
import { adminActions, adminPage } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { Icon, type IconName } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { RefreshButton } from "#app/ui/desk/refresh-button.tsx";
import { PageBody } from "#app/ui/frame/page-body.tsx";
import { DeskTop } from "#app/ui/frame/top.tsx";
import { type Older, olderInWords } from "#app/ui/list/counts.ts";
import { tryPaymentKeys } from "#modules/installation/index.ts";
import { figure } from "#modules/kernel/figure.ts";
import { FirstRun } from "./first-run.tsx";
import { SilentWebhooks } from "./silent-webhooks.tsx";
import { type HomeView, homeView } from "./view.server.ts";

export const handle = { title: "common.home", fills: true } satisfies Handle;

export const loader = adminPage({ can: "any admin" }, homeView);
export const action = adminActions({
  checkKeys: {
    fresh: none("Tries the keys by an order nobody pays"),
    can: "any admin",
    limit: formLimit,
    unkeyed: "The provider knows the order of the day and answers with the same one",
    run: async (admin) => void (await tryPaymentKeys(admin)),
    to: "/Home",
  },
});

const icons: Record<HomeView["tiles"][number]["name"], IconName> = {
  services: "wrench",
  tickets: "ticket",
  technicians: "hammer",
  clients: "building-2",
  users: "users",
  onboarders: "user",
  centers: "map-pin",
};
const waitingWords = {
  "/pending-ticket": "lists.pending",
  "/noService-ticket": "lists.noService",
  "/center-ticket": "lists.byCenters",
  "/wallet-approvals": "adjust.menu",
  "/cases": "case.title",
  "/admin-centers?appeal=open": "centers.appeals",
} as const;

const moreWords = { "/admin-feedBack": "common.feedbackList", "/report-page": "report.title" } as const;

/** The admin's start page (R344): what waits, and tiles with live counts; what the installation still needs. */
export default function AdminHome() {
  const { name, tiles, pages, waiting, more, setUp, webhooks } = useLoaderData<typeof loader>();
  const say = useSay();
  return (
    <>
      <DeskTop title={say("common.home")}>
        <RefreshButton bare />
      </DeskTop>
      <PageBody>
        <div className="grid max-w-220 gap-7 [&_h2]:mb-2">
          <p className="text-18 font-semibold">{say("home.welcome", { name })}</p>
          {webhooks && <SilentWebhooks {...webhooks} />}
          {setUp && <FirstRun setUp={setUp} />}
          <section aria-labelledby="home-waiting">
            <h2 id="home-waiting">{say("home.waiting")}</h2>
            {waiting.length > 0 ? (
              <ul className="flex flex-wrap gap-x-4 gap-y-2">
                {waiting.map(({ to, n, older }) => (
                  <li key={to}>
                    <PlaceLink to={to}>
                      <b className="text-18 font-bold text-teal-800 tabular-nums">{n}</b> {say(waitingWords[to])}
                    </PlaceLink>
                    {older && <OlderLink className="ml-2" list={to} name={say(waitingWords[to])} older={older} />}
                  </li>
                ))}
              </ul>
            ) : (
              <p className="text-soft">{say("home.nothingWaits")}</p>
            )}
          </section>
          {tiles.length > 0 && (
            <section aria-labelledby="home-tiles">
              <h2 id="home-tiles">{say("home.places")}</h2>
              <ul className="grid grid-cols-[repeat(auto-fill,minmax(240px,1fr))] gap-2.5">
                {tiles.map((tile) => (
                  <li key={tile.to}>
                    <Link
                      className="flex items-center gap-3 rounded-md border border-line px-3.5 py-3 text-teal-700 no-underline hover:border-edge hover:bg-paper hover:text-teal-900"
                      to={tile.to}
                    >
                      <Icon name={icons[tile.name]} className="text-teal-700" />
                      <span className="flex-1">
                        <b className="block font-semibold">{say(`home.tile.${tile.name}`)}</b>
                        <small className="block text-13 text-soft">
                          {say(`home.count.${tile.name}`, { n: figure(tile.n) })}
                        </small>
                      </span>
                      <Icon name="chevron-right" className="text-edge" />
                    </Link>
                    {"older" in tile && tile.older && (
                      <p className="flex flex-wrap gap-x-3.5 gap-y-0.5 px-3.5 pt-1 text-13">
                        <OlderLink
                          className="py-1"
                          list={tile.to}
                          name={say(`home.tile.${tile.name}`)}
                          older={tile.older}
                        />
                      </p>
                    )}
                    {"children" in tile && tile.children.length > 0 && (
                      <p className="flex flex-wrap gap-x-3.5 gap-y-0.5 px-3.5 pt-1 text-13">
                        {tile.children.map(({ to, label }) => (
                          <Link key={to} className="d-link py-1" to={to}>
                            {say(label)}
                          </Link>
                        ))}
                      </p>
                    )}
                  </li>
                ))}
              </ul>
            </section>
          )}
          {pages.length > 0 && (
            <section aria-labelledby="home-pages">
              <h2 id="home-pages">{say("home.pages")}</h2>
              <ul className="flex flex-wrap gap-x-4 gap-y-2">
                {pages.map(({ to, label }) => (
                  <li key={to}>
                    <PlaceLink to={to}>{say(label)}</PlaceLink>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {more.length > 0 && (
            <p>
              {say("home.more")}{" "}
              {more.map((to, index) => (
                <Fragment key={to}>
                  {index > 0 && " · "}
                  <Link className="d-link" to={to}>
                    {say(moreWords[to])}
                  </Link>
                </Fragment>
              ))}
            </p>
          )}
          <p className="text-soft">
            <span className="max-sm:hidden">{say("home.keys")} </span>
            <a className="d-link" href="/api/docs">
              {say("admin.homeDocs")}
            </a>
          </p>
        </div>
      </PageBody>
    </>
  );
}

/** A page to go to, in a frame of its own. */
const PlaceLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    className="inline-flex items-baseline gap-2 rounded-md border border-line px-3.5 py-2 text-teal-700 no-underline hover:border-edge hover:bg-paper hover:text-teal-900"
    to={to}
  >
    {children}
  </Link>
);

type OlderProps = { list: string; name: string; older: Older; className: string };

/** Leads to the rows of a list that its default range leaves out. */
function OlderLink({ list, name, older, className }: OlderProps) {
  const say = useSay();
  return (
    <Link className={`d-link ${className}`} to={`${list}?to=${older.lastDay}`}>
      <span className="sr-only">{`${name}: `}</span>
      {olderInWords(older, say)}
    </Link>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
