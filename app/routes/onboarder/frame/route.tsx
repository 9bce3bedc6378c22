import type { LinksFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { adminPage, onboarderPage, sharedWithAdmin } from "#app/http/doors/page.server.ts";
import { framed } from "#app/parts/frame/framed.server.ts";
import { AdminFrame } from "#app/parts/frame/framed.tsx";
import desk from "#app/styles/desk.css?url";
import type { Handle } from "#app/ui/base/handle.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { ConsoleShell } from "#app/ui/shell/shell.tsx";
import { getOnboarder } from "#modules/centers/index.ts";

/** An admin who edits a center here sees it in the admin console's frame. */
export const links: LinksFunction = () => [{ rel: "stylesheet", href: desk }];

export const handle = { ownStyles: true } satisfies Handle;

export const loader = sharedWithAdmin({
  by: "edit",
  portal: onboarderPage(async ({ onboarderId }) => {
    const { name, centerOnboarderId } = await getOnboarder(onboarderId);
    return { account: onboarderId, name, centerOnboarderId };
  }),
  admin: adminPage({ can: "any admin" }, async (admin) => ({ admin: await framed(admin) })),
});

/**
 * The onboarder's console with the menu entry of the specification (R343, R451) and the unserved demand. An admin who edits a center keeps the admin frame
 * (R009).
 */
export default function OnboarderLayout() {
  const frame = useLoaderData<typeof loader>();
  const say = useSay();
  if ("admin" in frame) {
    return (
      <AdminFrame admin={frame.admin}>
        <Outlet />
      </AdminFrame>
    );
  }
  return (
    <ConsoleShell
      who={frame.name}
      account={frame.account}
      menu={[{ to: "/center-onboard-view-centers", label: say("onboarder.menu.centers"), icon: "house" }]}
      logout="/center-onboard-logout"
      aside={<p>{frame.centerOnboarderId}</p>}
    >
      <Outlet />
    </ConsoleShell>
  );
}
