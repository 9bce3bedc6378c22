import { pool } from "#modules/kernel/db/db.server.ts";
import type { Stand } from "../stand/stand.ts";
import { type Answer, type CallKind, send, type Tally } from "./race-calls.ts";
import type { AdminAct, Manner, Try } from "./race-plan.ts";
import type { World } from "./race-world.ts";

type Checkout = { id: string; amount: number };
type Callback = { razorpay_order_id: string; razorpay_payment_id: string; razorpay_signature: string };

/** The answers each call may have; any other one fails the race. */
const answers: Partial<Record<CallKind, RegExp>> = {
  list: /^200 /,
  accept:
    /^(200 (Request accepted successfully|.*[Pp]ayment.*)|409 (broadcast\.(taken|reserved|changed|rejectedAlready|acceptedAlready|capacity|payFirst|noPayment|rivalsFirst|noMoreTries|unpaidAtOnce)|payment\.alreadyPaid))$/,
  confirm: /^200 (Payment successfully|broadcast\.(paidLate|paymentPending|paymentFailed))$/,
  reject: /^(200 Request rejected|409 broadcast\.(taken|acceptedAlready))$/,
  assign: /^(200 .*|404 technician\.notFound|409 ticket\.(ended|hasTechnician|centerPaying|leadPaid))$/,
  cancel: /^(200 .*|409 ticket\.notCancellable)$/,
  pay: /^(200 ok|400 .*(declined by the bank|order is already paid).*)$/,
};

/** Carries out the plan over HTTP and records what each caller was told. */
export class Racer {
  readonly stand: Stand;
  readonly world: World;
  readonly tally: Tally;
  /** Expired reservations that the sweep did not release. */
  notFreed = 0;
  private readonly accepted = new Set<string>();
  private readonly rejected = new Set<string>();
  private readonly cancelled = new Set<string>();
  /** The requests an admin gave to a center of their choice, which the one that had accepted may have lost by it. */
  private readonly assigned = new Set<string>();
  private readonly late: (() => Promise<void>)[] = [];
  private readonly strange = new Map<string, number>();
  private calls = 0;

  constructor(stand: Stand, world: World, tally: Tally) {
    this.stand = stand;
    this.world = world;
    this.tally = tally;
  }

  async act(act: Try | AdminAct) {
    if (act.act === "assign" || act.act === "cancel") return this.order(act as AdminAct);
    return this.attempt(act as Try);
  }

  private async attempt({ ticket, center, act, manner }: Try) {
    if (act === "reject") return this.reject(ticket, center);
    if (act === "listed" && !(await this.isListed(ticket, center))) return;
    const tap = () => this.accept(ticket, center, manner, act === "wrong");
    await (act === "twice" ? Promise.all([tap(), tap()]) : tap());
  }

  /** Whether the row of a request stands in a center's list, with the offer that is this center's. */
  private async isListed(ticket: number, center: number): Promise<boolean> {
    const { publicId, offers } = this.world.tickets[ticket]!;
    const url = `${this.web()}/api/center/get-all-available-broadcast?take=100`;
    const answer = this.recorded(await send("list", url, { method: "GET", token: this.world.centers[center]!.token }));
    const rows = (answer.body.data ?? []) as { _id: string; ticket_obj_id: { _id: string } }[];
    const row = rows.find(({ ticket_obj_id }) => ticket_obj_id._id === publicId);
    if (row && row._id !== offers[center]) this.note("a row of a center's list that leads to another offer");
    return row !== undefined;
  }

  private async accept(ticket: number, center: number, manner: Manner, wrong: boolean) {
    const { paid, offers } = this.world.tickets[ticket]!;
    const call = paid !== wrong ? "accepted-broadcast-request" : "accepted-broadcast-request-unpaid-ticket";
    const offer = offers[center]!;
    const answer = await this.asCenter("accept", center, call, { broadcast_obj_id: offer });
    if (answer.body.success !== 1) return;
    const data = answer.body.data as { payment_response: Checkout | null } | null;
    if (!data?.payment_response) this.accepted.add(offer);
    else await this.checkout(center, offer, data.payment_response, manner);
  }

  private async checkout(center: number, offer: string, { id }: Checkout, manner: Manner) {
    const pay = async (outcome: "success" | "failure", webhook: boolean) => {
      const url = `${this.stand.outside}/sandbox/razorpay/pay`;
      const answer = this.recorded(await send("pay", url, { body: { order_id: id, outcome, webhook } }));
      return answer.status === 200 ? (answer.body as Callback) : undefined;
    };
    const confirm = async (callback: Callback | undefined) => {
      if (!callback) return;
      const answer = await this.asCenter("confirm", center, "accept-ticket-after-payment", callback);
      if (answer.body.success === 1) this.accepted.add(offer);
    };
    if (manner === "pays") await confirm(await pay("success", true));
    if (manner === "vanishes") await pay("success", true);
    if (manner === "unheard") await confirm(await pay("success", false));
    if (manner === "fails") await pay("failure", true);
    if (manner === "late") this.late.push(async () => confirm(await pay("success", true)));
  }

  private async reject(ticket: number, center: number) {
    const offer = this.world.tickets[ticket]!.offers[center]!;
    const body = { broadcast_obj_id: offer };
    const answer = await this.asCenter("reject", center, "reject-broadCast-technician", body);
    if (answer.body.success === 1) this.rejected.add(offer);
  }

  private async order({ ticket, act, center }: AdminAct) {
    const { id, publicId } = this.world.tickets[ticket]!;
    const token = this.world.adminToken;
    if (act === "assign") {
      const body = { ticket_obj_id: publicId, technician_obj_id: this.world.centers[center]!.technicianId };
      const to = `${this.web()}/api/admin/assigning-ticket-technician`;
      const answer = this.recorded(await send("assign", to, { token, body }));
      if (answer.body.success === 1) this.assigned.add(id);
      return;
    }
    const url = `${this.web()}/api/admin/cancelTickets/${publicId}`;
    const answer = this.recorded(await send("cancel", url, { method: "PUT", token, body: { reason: "race" } }));
    if (answer.body.success === 1) this.cancelled.add(id);
  }

  /** The payments that come after the reservation ended. */
  latePayments = () => this.late.splice(0);

  private async asCenter(kind: CallKind, center: number, call: string, body: object) {
    const { token } = this.world.centers[center]!;
    return this.recorded(await send(kind, `${this.web()}/api/center/${call}`, { token, body }));
  }

  private web() {
    const { webs } = this.stand;
    return webs[this.calls++ % webs.length]!;
  }

  private recorded(answer: Answer) {
    this.tally.add(answer);
    const outcome = answer.name.slice(answer.kind.length + 1);
    if (!answers[answer.kind]?.test(outcome)) this.note(answer.name);
    return answer;
  }

  private note = (strange: string) => void this.strange.set(strange, (this.strange.get(strange) ?? 0) + 1);

  /** Unexpected events of the race, as sentences. */
  unexpected = () => [
    ...[...this.strange].map(([name, count]) => `an answer that is none of the call's: ${name} (${count} times)`),
    ...(this.notFreed > 0 ? [`NOT so: the sweep frees every reservation that is over (${this.notFreed} times)`] : []),
  ];

  /** Answers the database contradicts, as sentences. */
  async brokenWords(): Promise<string[]> {
    const [accepted, rejected, cancelled] = [this.accepted, this.rejected, this.cancelled].map((idSet) => [...idSet]);
    const { rows } = await pool().query<{ rule: string; id: string }>(
      `select 'a center was told it has a request which it has not' as rule, b.id from broadcasts b
        where b.id = any($1) and b.status <> 'ACCEPTED' and b.ticket_id <> all($4)
       union all
       select 'a request has a center that was never told so by call, callback or webhook', b.id from broadcasts b
        where b.status = 'ACCEPTED' and b.paid_from is distinct from 'card' and b.id <> all($1)
       union all
       select 'a center was told its rejection stands, and it does not', b.id from broadcasts b
        where b.id = any($2) and b.status <> 'REJECTED'
       union all
       select 'an admin was told a request is cancelled, and it is not', t.id from tickets t
        where t.id = any($3) and t.status <> 'CANCEL'`,
      [accepted, rejected, cancelled, [...this.assigned]],
    );
    return rows.map(({ rule, id }) => `${rule}: ${id}`);
  }
}
