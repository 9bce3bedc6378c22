import type { ReactNode } from "react";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { DetailHead, DetailPath } from "#app/ui/desk/detail-page.tsx";
import { PageBody } from "#app/ui/frame/page-body.tsx";

type CenterPageProps = { centerId: string; title: string; children: ReactNode };

/** A page of one center, which leads back to the center's own. */
export function CenterPage({ centerId, title, children }: CenterPageProps) {
  const say = useSay();
  return (
    <>
      <DetailPath>
        <Link className="d-btn d-btn-bare" to={`/view-center/${centerId}`}>
          {say("common.back")}
        </Link>
      </DetailPath>
      <DetailHead title={title} />
      <PageBody>{children}</PageBody>
    </>
  );
}
