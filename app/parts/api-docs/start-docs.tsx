import { useSay } from "#app/ui/base/say.tsx";
import { Code } from "./code.tsx";

export type Start = { create: string; read: string; events: string };

/** The first calls of a client's program, from its key to what it is told. */
export function StartDocs({ create, read, events }: Start) {
  const say = useSay();
  return (
    <section className="mb-8 max-w-2xl">
      <h2 id="start" className="mb-3">
        {say("api.docsStart")}
      </h2>
      <p className="mb-2">{say("api.docsStartKey")}</p>
      <p className="mt-4">{say("api.docsStartCreate")}</p>
      <Code text={create} copy={say("api.docsCopy")} />
      <p className="mt-4">{say("api.docsStartRead")}</p>
      <Code text={read} copy={say("api.docsCopy")} />
      <p className="mt-4">
        {say("api.docsStartHear")}{" "}
        <a className="link" href="#webhooks">
          webhooks
        </a>
      </p>
      <Code text={events} copy={say("api.docsCopy")} />
    </section>
  );
}
