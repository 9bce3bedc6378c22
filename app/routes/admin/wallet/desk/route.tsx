import { useLoaderData } from "@remix-run/react";
import { adminPage } from "#app/http/doors/page.server.ts";
import { EnterSubscription } from "#app/parts/centers/enter-subscription.tsx";
import { RefundOfSubscription } from "#app/parts/centers/refund-subscription.tsx";
import { FileLinks } from "#app/parts/lists/file-links.tsx";
import { TabFilters } from "#app/parts/lists/list-rows.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { SelectFilter } from "#app/ui/list/filters.tsx";
import { ListFrame } from "#app/ui/list/list-frame.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";
import { walletUserTypes } from "#modules/wallet/shared.ts";
import { WalletActionDialog } from "./action-dialog.tsx";
import { walletAction } from "./actions.server.ts";
import { Groups, ManualTables, OwnTransactions } from "./tables.tsx";
import { WalletQuery, type WalletView, walletView } from "./view.server.ts";
import { walletTabs } from "./words.ts";

export const handle = { title: "common.wallet", fills: true, failures: { initiate: "adjust.failed" } } satisfies Handle;

export const loader = adminPage({ can: "view_Wallet", query: WalletQuery }, walletView);
export const action = walletAction;

/** The wallet history: wallets of centers and of customers, and what was moved by hand (R414–R423). */
export default function Wallet() {
  const view = useLoaderData<typeof loader>();
  const say = useSay();
  const to = useListAddress();
  const { tab, shown } = view;
  const closed = { owner: null, table: null, userType: null };
  return (
    <ListFrame
      title={say("common.wallet")}
      views={walletTabs.map((each) => ({
        to: to({ ...closed, tab: each }),
        label: say(`walletDesk.tabs.${each}`),
        current: tab === each,
      }))}
      actions={view.mayAct && <Initiate className="phone:hidden" />}
      filters={
        <TabFilters
          view={view}
          end={
            <>
              <Link className="d-btn" to="/payment">
                {say("common.paymentHistory")}
              </Link>
              <Files view={view} />
              {view.mayAct && <Initiate className="hidden phone:-order-1 phone:inline-flex" />}
            </>
          }
        >
          {tab === "manual" && <UserType chosen={view.userType} />}
        </TabFilters>
      }
      dialogs={
        <>
          {view.subscribing && <SubscriptionDialog {...view.subscribing} closeTo={to({ center: null })} />}
          {view.refunding && (
            <AddressDialog title={say("centers.act.refundSubscription")} closeTo={to({ center: null })}>
              <RefundOfSubscription {...view.refunding} closeTo={to({ center: null })} />
            </AddressDialog>
          )}
          {view.dialog && <WalletActionDialog dialog={view.dialog} closeTo={to({ find: null, who: null })} />}
        </>
      }
    >
      {shown.is === "groups" && <Groups table={shown.table} view={view} />}
      {shown.is === "owner" && <OwnTransactions shown={shown} view={view} />}
      {shown.is === "manual" && <ManualTables shown={shown} view={view} />}
    </ListFrame>
  );
}

type SubscriptionDialogProps = NonNullable<WalletView["subscribing"]> & { closeTo: string };

/** Enters what a center paid outside for a subscription. */
function SubscriptionDialog(props: SubscriptionDialogProps) {
  const say = useSay();
  return (
    <AddressDialog title={say("centers.act.subscribe")} closeTo={props.closeTo}>
      <EnterSubscription {...props} />
    </AddressDialog>
  );
}

/** Beside the filters on a phone, in the top line otherwise. */
function Initiate({ className }: { className: string }) {
  const say = useSay();
  const to = useListAddress();
  return (
    <Link className={`d-btn d-btn-main ${className}`} to={to({ act: "initiate" })} preventScrollReset data-add>
      <Icon name="plus" />
      {say("walletDesk.initiate")}
    </Link>
  );
}

/** The list as a file; what the tab says of it is said in the file's address. */
function Files({ view: { tab, shown } }: { view: WalletView }) {
  if (shown.is === "manual") {
    const [first] = shown.tables;
    return first?.mayTakeFile ? (
      <FileLinks list={first.list.name} set={shown.alone ? { group: first.group } : {}} />
    ) : null;
  }
  const { mayTakeFile, list } = shown.table;
  const set: Record<string, string> = shown.is === "owner" ? { wallets: tab, owner: shown.ownerId } : {};
  return mayTakeFile ? <FileLinks list={list.name} set={set} /> : null;
}

/** R419: All, Technician, Consumer. */
function UserType({ chosen }: { chosen: WalletView["userType"] }) {
  const say = useSay();
  return (
    <SelectFilter
      label={say("common.userType")}
      name="userType"
      value={chosen}
      options={walletUserTypes.map((each) => ({ value: each, label: say(`walletDesk.userType.${each}`) }))}
      none={say("common.all")}
    />
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
