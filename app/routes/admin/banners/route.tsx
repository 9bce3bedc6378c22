import { useLoaderData } from "@remix-run/react";
import { adminPage } from "#app/http/doors/page.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { StatusMark } from "#app/ui/desk/status-mark.tsx";
import { RowSwitch } from "#app/ui/desk/switch.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { DeskTop } from "#app/ui/frame/top.tsx";
import { FilterBar } from "#app/ui/list/filter-bar.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";
import { bannersAction } from "./actions.server.ts";
import { BannerDialog } from "./dialogs.tsx";
import { BannersQuery, bannersView } from "./view.server.ts";
import { useBannerWords } from "./words.ts";

export const handle = {
  title: "banner.title",
  fills: true,
  failures: {
    add: "banner.uploadError",
    switch: "banner.statusError",
    delete: "banner.deleteError",
  },
} satisfies Handle;

export const loader = adminPage({ can: "view_banner", query: BannersQuery }, bannersView);
export const action = bannersAction;

type Banner = ReturnType<typeof useLoaderData<typeof loader>>["banners"][number];

/** The id of the form that sends the order. */
const orderForm = "banner-order";

/** The banner manager: cards in their order, moved by dragging, buttons or keys (R428–R430). */
export default function Banners() {
  const { banners, most, dialog, did } = useLoaderData<typeof loader>();
  const say = useSay();
  const to = useListAddress();
  const ids = banners.map(({ id }) => id);
  return (
    <>
      <DeskTop
        title={say("banner.title")}
        count={{ text: String(banners.length), label: say("banner.count", { n: banners.length, of: most }) }}
      />
      <FilterBar>
        <p className="text-soft">{banners.length > 0 ? say("banner.lead") : say("banner.none")}</p>
      </FilterBar>
      {!dialog && <ErrorSummary lead={say("banner.orderNow")} />}
      <Form intent="order" id={orderForm} hidden preventScrollReset>
        <SeenOrder ids={ids} />
      </Form>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pt-4 pb-6">
        <ol
          className="grid grid-cols-[repeat(auto-fill,minmax(min(280px,100%),1fr))] gap-4"
          aria-label={say("banner.list")}
          data-enhance="order"
          data-order-form={orderForm}
        >
          {banners.map((banner, at) => (
            <li
              key={banner.id}
              id={`banner-${banner.id}`}
              className={`grid content-start gap-2 rounded-md border bg-white p-3 data-dragged:opacity-50 ${banner.id === did ? "border-teal-700" : "border-rim"}`}
              draggable
            >
              <input type="hidden" name="bannerIds" value={banner.id} form={orderForm} />
              <Card banner={banner} ids={ids} first={at === 0} last={at === banners.length - 1} />
            </li>
          ))}
          {banners.length < most && (
            <li>
              <Link
                className="flex h-full min-h-35 items-center justify-center gap-2 rounded-md border-2 border-dashed border-edge bg-paper font-semibold text-ink no-underline hover:border-teal-700"
                to={to({ act: "add" })}
                preventScrollReset
              >
                <Icon name="plus" />
                {say("banner.add")}
              </Link>
            </li>
          )}
        </ol>
      </div>
      {dialog && <BannerDialog dialog={dialog} closeTo={to({})} />}
    </>
  );
}

const looks = { RUNNING: "assigned", COMING: "pending", OVER: "off", OFF: "off" } as const;

/** The order the sender of a form saw. */
const SeenOrder = ({ ids }: { ids: readonly string[] }) =>
  ids.map((id) => <input key={id} type="hidden" name="was" value={id} />);

type CardProps = {
  banner: Banner;
  ids: readonly string[];
  first: boolean;
  last: boolean;
};

function Card({ banner, ids, first, last }: CardProps) {
  const say = useSay();
  const to = useListAddress();
  const { nameOf, daysOf } = useBannerWords();
  const name = nameOf(banner);
  const word = say(banner.isActive ? "common.on" : "common.off");
  return (
    <>
      <Link
        to={to({ act: "view", of: banner.id })}
        preventScrollReset
        draggable={false}
        aria-label={say("banner.previewOf", { name })}
      >
        <img
          className="block aspect-3/1 h-auto w-full rounded-md bg-sand object-contain"
          src={`/files/${banner.imageBlobId}`}
          alt=""
          width={600}
          height={200}
          draggable={false}
        />
      </Link>
      <p className="truncate font-semibold" data-name="" title={name}>
        {name}
      </p>
      <p className="text-13 text-soft" data-days="">
        <StatusMark look={looks[banner.status]}>{say(`banner.status.${banner.status}`)}</StatusMark> {daysOf(banner)}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <RowSwitch
          on={banner.isActive}
          label={say("common.wordName", { name, word })}
          word={word}
          fields={{ bannerId: banner.id }}
          name="active"
          values={["false", "true"]}
        />
        <Order banner={banner} ids={ids} name={name} first={first} last={last} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Link
          className="d-btn"
          to={to({ act: "edit", of: banner.id })}
          preventScrollReset
          aria-label={`${say("common.edit")}: ${name}`}
        >
          {say("common.edit")}
        </Link>
        <Link
          className="d-btn"
          to={to({ act: "delete", of: banner.id })}
          preventScrollReset
          aria-label={`${say("common.delete")}: ${name}`}
        >
          {say("common.delete")}
        </Link>
      </div>
    </>
  );
}

/** One place earlier or later, by two buttons; the grip takes the arrow keys. */
function Order({
  banner: { id },
  ids,
  name,
  first,
  last,
}: Omit<CardProps, "banner"> & { banner: Banner; name: string }) {
  const say = useSay();
  const grip = `grip-${id}`;
  const ways = [
    { way: "up", at: first, icon: "arrow-up" },
    { way: "down", at: last, icon: "arrow-down" },
  ] as const;
  return (
    <Form intent="move" prefix={`move-${id}-`} preventScrollReset className="inline-flex">
      <input type="hidden" name="bannerId" value={id} />
      <SeenOrder ids={ids} />
      {ways.map(({ way, at, icon }) => (
        <button
          key={way}
          id={`move-${way}-${id}`}
          type="submit"
          name="way"
          value={way}
          className="d-btn d-btn-bare d-btn-icon"
          disabled={at}
          aria-label={say(`banner.move.${way}`, { name })}
          data-grip={grip}
        >
          <Icon name={icon} />
        </button>
      ))}
      <button
        type="button"
        id={grip}
        className="d-btn d-btn-bare d-btn-icon cursor-grab!"
        aria-label={say("banner.grip", { name })}
        title={say("banner.grip", { name })}
        data-grip-of={id}
      >
        <Icon name="grip-vertical" />
      </button>
    </Form>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
