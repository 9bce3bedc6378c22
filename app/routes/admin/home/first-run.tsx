import { Chip, type ChipTone } from "#app/ui/base/chip.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { Form } from "#app/ui/form/form.tsx";
import type { HomeView } from "./view.server.ts";

type SetUp = NonNullable<HomeView["setUp"]>;

const tones: Record<SetUp["steps"][number]["state"], ChipTone> = { done: "good", look: "warm", missing: "bad" };

/** What an installation still needs, in the order in which it is done; it stays until all of it is. */
export function FirstRun({ setUp: { steps, stage } }: { setUp: SetUp }) {
  const say = useSay();
  return (
    <section aria-labelledby="home-first">
      <h2 id="home-first">{say(stage === "booked" ? "home.first.left" : "home.first")}</h2>
      <p className="text-soft">{say(`home.first.${stage}`)}</p>
      <ol className="mt-3 border-t border-line">
        {steps.map(({ step, state, params, to }) => (
          <li
            key={step}
            className="grid grid-cols-[104px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-b border-hair py-2.5 *:first:justify-self-start *:first:whitespace-nowrap max-sm:grid-cols-[minmax(0,1fr)_auto]"
          >
            <Chip tone={tones[state]}>{say(`home.first.${state}`)}</Chip>
            <span className="max-sm:col-span-full max-sm:row-[2]">
              <b className="block font-semibold">{say(`home.first.${step}`)}</b>
              <small className="block text-13 text-soft">
                {say(`home.first.${step}.${state === "done" ? "done" : "todo"}`, params)}
              </small>
            </span>
            {to && (
              <Link className="d-btn" to={to} reloadDocument={to === "/booking"}>
                {say(`home.first.${step}.act`)}
              </Link>
            )}
            {step === "payments" && (
              <Form intent="checkKeys">
                <button type="submit" className="d-btn">
                  {say("home.first.payments.act")}
                </button>
              </Form>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
