import { isRouteErrorResponse, useParams, useRouteError } from "@remix-run/react";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { PageProblemView } from "#app/ui/shell/page-error.tsx";

/** The error page of a QR code: links to a booking without it and, when it is not a driver's, to its own booking. */
export function ErrorBoundary() {
  const error = useRouteError();
  const { id = "" } = useParams();
  const say = useSay();
  const problem = isRouteErrorResponse(error) ? error.data?.problem : undefined;
  if (problem !== "booking.qrUnknown" && problem !== "ride.notDriver") return <PageProblemView home="/booking" />;
  const unknown = problem === "booking.qrUnknown";
  return (
    <div className="max-w-xl py-8 md:py-14">
      <h1 className="mb-4">{say(problem)}</h1>
      <p className="mb-8 text-soft">{say(unknown ? "booking.qrUnknownHint" : "ride.notDriverHint")}</p>
      <div className="flex flex-wrap gap-3">
        {!unknown && (
          <ButtonLink to={`/booking/${encodeURIComponent(id)}`} reload>
            {say("ride.bookPartner")}
          </ButtonLink>
        )}
        <ButtonLink to="/booking" reload tone={unknown ? "main" : "quiet"}>
          {say("booking.qr.plain")}
        </ButtonLink>
      </div>
    </div>
  );
}
