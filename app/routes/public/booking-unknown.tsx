import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageProblemView } from "#app/ui/page-error.tsx";
import { useSay } from "#app/ui/say.tsx";

/** A QR code nobody knows leads on to a booking without one. */
export function ErrorBoundary() {
  const error = useRouteError();
  const say = useSay();
  if (!isRouteErrorResponse(error) || error.data?.problem !== "booking.qrUnknown") {
    return <PageProblemView home="/booking" />;
  }
  return (
    <div className="mx-auto max-w-xl py-8 md:py-14">
      <h1 className="mb-4">{say("booking.qrUnknown")}</h1>
      <p className="mb-8 text-soft">{say("booking.qrUnknownHint")}</p>
      <ButtonLink to="/booking" reload>
        {say("booking.qr.plain")}
      </ButtonLink>
    </div>
  );
}
