import { Outlet, useLoaderData } from "@remix-run/react";
import { adminPage, onboarderPage, sharedWithAdmin } from "#app/http/page.server.ts";
import { unlessUnreachable } from "#app/ui/kept-open.ts";
import { useSay } from "#app/ui/say.tsx";
import { ConsoleShell } from "#app/ui/shell.tsx";
import { getOnboarder } from "#modules/centers/index.ts";
import { AdminFrame, framed } from "../admin/frame.tsx";

export const loader = sharedWithAdmin({
  by: "edit",
  portal: onboarderPage(async ({ onboarderId }) => {
    const { name, centerOnboarderId } = await getOnboarder(onboarderId);
    return { name, centerOnboarderId };
  }),
  admin: adminPage((admin) => ({ admin: framed(admin) })),
});

export const shouldRevalidate = unlessUnreachable;

/** The onboarder's console: its menu has one entry (R343, R451). An admin who edits a center here stays at home (R009). */
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
      menu={[{ to: "/center-onboard-view-centers", label: say("onboarder.menu.centers"), icon: "house" }]}
      logout="/center-onboard-logout"
      aside={<p>{frame.centerOnboarderId}</p>}
    >
      <Outlet />
    </ConsoleShell>
  );
}
