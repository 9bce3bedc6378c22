import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";

/** Where requests are uploaded, and the template of it (R254). */
export function UploadLinks({ from }: { from: "b2b" | "client" | "center" | "add" }) {
  const say = useSay();
  return (
    <>
      <Link className="d-btn" to={`/uploads/new?from=${from}`}>
        {say("uploads.new")}
      </Link>
      <Link className="d-btn" to="/download-format">
        {say("uploads.format")}
      </Link>
    </>
  );
}
