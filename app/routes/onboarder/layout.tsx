import { Outlet, useLoaderData } from "@remix-run/react";
import { onboarderPage } from "#app/http/page.server.ts";
import { unlessUnreachable } from "#app/ui/kept-open.ts";
import { useSay } from "#app/ui/say.tsx";
import { ConsoleShell } from "#app/ui/shell.tsx";
import { getOnboarder } from "#modules/centers/index.ts";

export const loader = onboarderPage(async ({ onboarderId }) => {
  const { name, centerOnboarderId } = await getOnboarder(onboarderId);
  return { name, centerOnboarderId };
});

export const shouldRevalidate = unlessUnreachable;

/** The onboarder's console: its menu has one entry (R343, R451). */
export default function OnboarderLayout() {
  const { name, centerOnboarderId } = useLoaderData<typeof loader>();
  const say = useSay();
  return (
    <ConsoleShell
      who={name}
      menu={[{ to: "/center-onboard-view-centers", label: say("onboarder.menu.centers"), icon: "house" }]}
      logout="/center-onboard-logout"
      aside={<p>{centerOnboarderId}</p>}
    >
      <Outlet />
    </ConsoleShell>
  );
}
