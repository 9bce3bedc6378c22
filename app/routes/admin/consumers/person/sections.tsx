import type { ComponentProps } from "react";
import { Answers } from "#app/parts/feedback/answers.tsx";
import { PhoneLink } from "#app/parts/tickets/customer.tsx";
import { Status } from "#app/parts/tickets/status.tsx";
import { useAddress } from "#app/ui/base/address.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { type Say, useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { Section, SectionFacts, SectionPair } from "#app/ui/detail/section.tsx";
import { SmallTable } from "#app/ui/detail/small-table.tsx";
import { showDate, showDateTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { isMessageKey, languageName } from "#modules/messages/index.ts";
import type { PersonView } from "./view.server.ts";

/** Who it is, and where they were served last. */
export function Who({ person }: { person: NonNullable<PersonView["person"]> }) {
  const say = useSay();
  const addressOf = useAddress();
  const locale = useLocale();
  const language = person.locale && languageName(person.locale, locale);
  return (
    <SectionPair>
      <Section title={say("consumer.who")}>
        <SectionFacts
          rows={[
            [say("common.mobileNumber"), <PhoneLink key="phone" phone={person.phone} />],
            [say("common.email"), person.email],
            [say("common.language"), language],
            [say("consumer.firstSeen"), showDateTime(person.createdAt, locale)],
            [say("consumer.lastSeen"), showDateTime(person.lastSeen, locale)],
          ]}
        />
      </Section>
      <Section title={say("consumer.where")}>
        <SectionFacts
          rows={[
            [say("consumer.line"), person.addressLine],
            [say("common.city"), person.city],
            [say("common.state"), addressOf(person.state)],
            [say("common.pincode"), person.pincode],
          ]}
        />
      </Section>
    </SectionPair>
  );
}

type Requests = { requests: PersonView["requests"] };

/** How many there are, and how many of them are shown. */
const countNote = ({ rows, total }: { rows: readonly unknown[]; total: number }, say: Say) =>
  total > rows.length ? say("consumer.newestOf", { n: rows.length, total }) : String(total);

/** A table in a section: scrolls sideways where there is no room; on a phone each row is a card. */
function SectionTable(table: ComponentProps<typeof SmallTable>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
    <section className="relative overflow-x-auto" tabIndex={0} aria-label={table.caption}>
      <SmallTable {...table} className="d-table d-rows d-cards" />
    </section>
  );
}

/** The requests this admin may see, newest first. */
export function Requests({ requests }: Requests) {
  const say = useSay();
  const nameOf = useName();
  const locale = useLocale();
  const title = say("common.requests");
  if (!requests || requests.rows.length === 0)
    return (
      <Section title={title}>
        <p className="text-soft">{say(requests ? "consumer.requestsNone" : "consumer.requestsHidden")}</p>
      </Section>
    );
  const { rows, total } = requests;
  const heads = (["request", "serviceAndCenter", "status", "rating", "invoice"] as const).map((head) =>
    say(`consumer.${head}`),
  );
  return (
    <Section title={title} note={countNote({ rows, total }, say)}>
      <SectionTable
        caption={title}
        heads={heads}
        rows={rows.map(({ id, number, service, status, center, createdAt, feedback, invoice }) => ({
          key: id,
          cells: [
            <span key="request">
              <Link className="d-link block" to={`/view-ticket?ticketId=${id}`}>
                {number}
              </Link>
              <small className="block">{showDate(createdAt, locale)}</small>
            </span>,
            <span key="service" title={center ? `${service} · ${center}` : service}>
              <span className="block max-w-[18ch] overflow-hidden text-ellipsis">{nameOf(service)}</span>
              <small className="block max-w-[18ch] overflow-hidden text-ellipsis">{center ?? "-"}</small>
            </span>,
            <Status key="status" status={status} />,
            feedback ? feedback.overAll.toFixed(1) : "-",
            invoice ? <Invoice key="invoice" ticketId={id} invoice={invoice} /> : "-",
          ],
        }))}
      />
    </Section>
  );
}

type RequestRow = NonNullable<PersonView["requests"]>["rows"][number];

/** What was billed; the invoice's number stands in its name, because the line has no room for both. */
function Invoice({ ticketId, invoice }: { ticketId: string; invoice: NonNullable<RequestRow["invoice"]> }) {
  const total = rupees(invoice.totalPaise);
  if (!invoice.opens) return <span title={invoice.number}>{total}</span>;
  return (
    <a
      className="d-link"
      href={`/invoices/${ticketId}`}
      target="_blank"
      rel="noreferrer"
      title={invoice.number}
      aria-label={`${invoice.number} · ${total}`}
    >
      {total}
    </a>
  );
}

/** The answers they gave, by request. */
export function Feedback({ requests }: Requests) {
  const say = useSay();
  const locale = useLocale();
  const ratings = requests?.rows.flatMap(({ id, number, feedback }) => (feedback ? [{ id, number, ...feedback }] : []));
  if (!ratings) return null;
  return (
    <Section title={say("consumer.feedback")}>
      {ratings.length === 0 && <p className="text-soft">{say("consumer.feedbackNone")}</p>}
      {ratings.map(({ id, number, overAll, at, answers }) => (
        <details key={id} className="border-b border-hair py-1">
          <summary className="min-h-6">
            {number} · {say("consumer.overall", { rating: overAll.toFixed(1) })} · {showDate(at, locale)}
          </summary>
          <Answers answers={answers} />
        </details>
      ))}
    </Section>
  );
}

/** Their e-rickshaw rides, newest first; nothing is said of who never rode. */
export function Rides({ rides }: { rides: PersonView["rides"] }) {
  const say = useSay();
  const locale = useLocale();
  if (!rides || rides.total === 0) return null;
  const title = say("consumer.rides");
  const heads = (["ride", "way", "driver", "fare", "status", "created"] as const).map((head) =>
    say(`consumer.${head}`),
  );
  return (
    <Section title={title} note={countNote(rides, say)}>
      <SectionTable
        caption={title}
        heads={heads}
        rows={rides.rows.map(({ id, number, from, to, driver, farePaise, mode, status, createdAt }) => ({
          key: id,
          cells: [
            number,
            `${from} → ${to}`,
            driver,
            `${rupees(farePaise)} · ${say(`ride.mode.${mode}`)}`,
            <Status key="status" status={status} />,
            showDate(createdAt, locale),
          ],
        }))}
      />
    </Section>
  );
}

/** What was sent to their number, without its words. */
export function Messages({ messages }: { messages: PersonView["messages"] }) {
  const say = useSay();
  const locale = useLocale();
  const title = say("consumer.messages");
  if (messages.length === 0)
    return (
      <Section title={title}>
        <p className="text-soft">{say("consumer.messagesNone")}</p>
      </Section>
    );
  const heads = (["message", "channel", "sentState", "sentAt"] as const).map((head) => say(`consumer.${head}`));
  return (
    <Section title={title} note={String(messages.length)}>
      <SectionTable
        caption={title}
        heads={heads}
        rows={messages.map(({ id, template, channel, status, createdAt }) => {
          const key = `consumer.message.${template}`;
          return {
            key: id,
            cells: [
              say(isMessageKey(key) ? key : "consumer.message.other"),
              say(`consumer.channel.${channel}`),
              say(`consumer.sent.${status}`),
              showDateTime(createdAt, locale),
            ],
          };
        })}
      />
    </Section>
  );
}
