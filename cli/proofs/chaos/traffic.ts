import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { type Random, randomFrom } from "#modules/demo/index.ts";
import { connection, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { toPaise } from "#modules/kernel/money.ts";
import { openOrder, payable } from "#modules/wallet/index.ts";
import { provePhones } from "../stand/proved.ts";
import type { Stand } from "../stand/stand.ts";
import { Caller, Outside, Tally } from "./client.ts";
import type { Promises } from "./promises.ts";
import { trafficPhones } from "./rules.ts";
import type { World } from "./world.ts";

type Ticket = { id: string; phone: string; order?: string | undefined; partner: Center };
type Center = World["centers"][number];

/** How many customers act at the same time. */
const lanes = 8;
/** The most pictures of a ticket, and the pause between two pictures of the camera. */
const mostPictures = 10;
const cameraPauseMs = 200;
/** How long a round's last requests may take; those still running then are aborted. */
const lastOrdersMs = 12_000;

/** Simulated customers, centers, technicians and an admin, from booking to feedback. */
export class Traffic {
  readonly stand: Stand;
  readonly world: World;
  readonly promises: Promises;
  readonly outside: Outside;
  readonly seed: number;
  tally = new Tally();
  private journeys = 0;
  private open = false;
  private running: Promise<unknown> = Promise.resolve();

  constructor(stand: Stand, world: World, promises: Promises, seed: number) {
    this.stand = stand;
    this.world = world;
    this.promises = promises;
    this.outside = new Outside(stand.outside);
    this.seed = seed;
  }

  start() {
    this.tally = new Tally();
    this.open = true;
    this.running = Promise.all([...Array.from({ length: lanes }, () => this.lane()), this.camera(), this.topUps()]);
  }

  /** Starts no new customers; the current ones finish or give up. */
  async stop() {
    this.open = false;
    const left = pause(lastOrdersMs, "left", { ref: false });
    await Promise.race([this.running, left]);
  }

  private async lane() {
    while (this.open) await this.journey(`journey ${this.seed} ${this.journeys++}`);
  }

  /** A customer books over the API; returns the ticket when that was acknowledged. */
  async book(caller: Caller, kind: "public" | "partner" | "dealer" | "center"): Promise<Ticket | undefined> {
    const phone = `${trafficPhones}${caller.random.letters(9, "0123456789")}`;
    const mobile = { country_code: "+91", mobile_number: phone };
    const booking = {
      service_provided_for: this.world.service,
      specific_requirement: "It makes a loud noise",
      personal_details: { name: "Meera Nair", primary_phone: mobile },
      address_details: { ...this.world.address, house_number: "12", locality: "Shivajinagar" },
      time_preference: { time_preference_type: "IMMEDIATELY" },
      offers_applied: { offer_code: "GHARSEVA2025" },
    };
    const at = this.world.centers[caller.random.below(2)]!;
    const proof = kind === "center" ? undefined : await this.prove(caller, phone);
    if (kind !== "center" && !proof) return undefined;
    const [path, body, token] = {
      public: ["center/public-ticket-booking", { ...booking, proof }, undefined] as const,
      partner: ["center/public-ticket-booking-withINA", { ...booking, proof, qr_id: at.qr }, undefined] as const,
      dealer: [
        "center/public-ticket-booking-withINA",
        { ...booking, proof, qr_id: this.world.dealer },
        undefined,
      ] as const,
      center: ["center/create-ticket", booking, at.token] as const,
    }[kind];
    const { known, reply } = await caller.call("POST", path, { body, token, once: true });
    if (known !== "done") return undefined;
    const { _id, payment } = reply.data as { _id: string; payment?: { order_id: string } | null };
    this.promises.give({ kind: "booked", ticket: _id, phone });
    return { id: _id, phone, order: payment?.order_id, partner: at };
  }

  private async prove(caller: Caller, phone: string): Promise<string | undefined> {
    const mobile = { country_code: "+91", mobile_number: phone };
    await caller.call("POST", "consumerAppAppRoute/sent-otp-by-web", { body: mobile });
    const otp = await this.outside.message(phone, /#(\d{6})$/);
    if (!otp) return undefined;
    const body = { ...mobile, otp: Number(otp) };
    const { known, reply } = await caller.call("POST", "consumerAppAppRoute/verify-otp-by-web", { body });
    return known === "done" ? (reply.data as { proof: string }).proof : undefined;
  }

  /** One request from booking to feedback, as far as it gets. */
  private async journey(seed: string) {
    const caller = new Caller(this.stand.webs, this.tally, seed);
    const { random } = caller;
    const kind = random.weighted([
      ["public", 0.45],
      ["partner", 0.25],
      ["dealer", 0.2],
      ["center", 0.1],
    ] as const);
    const ticket = await this.book(caller, kind);
    if (!ticket) return;
    if (kind === "public" && !(await this.payFee(caller, ticket))) return;
    if (random.chance(0.07)) return this.cancel(caller, ticket);
    const center = await this.centerOf(caller, ticket, kind);
    if (center) await this.visit(caller, ticket, center);
  }

  /** Pays the fee by callback, by asking the provider, or in a browser that dies; true when it may be paid by now. */
  private async payFee(caller: Caller, { id, order }: Ticket): Promise<boolean> {
    if (!order) return false;
    const way = caller.random.weighted([
      ["callback", 0.5],
      ["asks", 0.15],
      ["dies", 0.25],
      ["dies unheard", 0.1],
    ] as const);
    const callback = await this.outside.pay(order, { webhook: way !== "dies unheard" });
    if (!callback) return false;
    if (way === "dies unheard") return false;
    if (way === "dies") return true;
    const { known } =
      way === "callback"
        ? await caller.call("POST", "center/accept-public-ticket-after-payment", { body: callback, once: true })
        : await caller.call("POST", "payment/capture-payment-broadcastTicket", {
            body: { ticket_obj_id: id },
            once: true,
          });
    if (known === "done") this.promises.give({ kind: "paid", ticket: id, order });
    return true;
  }

  private async cancel(caller: Caller, { id }: Ticket) {
    const { known } = await caller.call("PUT", `admin/cancelTickets/${id}`, {
      token: this.world.admin,
      body: { reason: "Asked for twice" },
      once: true,
    });
    if (known === "done") this.promises.give({ kind: "cancelled", ticket: id });
  }

  /** The center that gets the request: its own partner, or the one that accepted first. */
  private async centerOf(caller: Caller, ticket: Ticket, kind: string): Promise<Center | undefined> {
    const { centers } = this.world;
    if (kind === "partner" || kind === "center") {
      const { reply } = await caller.call("GET", `admin/get-all-ticket?ticket_obj_id=${ticket.id}`);
      if (reply?.success !== 1) return undefined;
      for (const center of centers) if (await this.isOf(caller, ticket, center)) return center;
      return undefined;
    }
    const first = caller.random.below(centers.length);
    const tries = centers.map((_, index) => centers[(first + index) % centers.length]!);
    if (caller.random.chance(0.4)) {
      const [left, right] = await Promise.all(tries.map((center) => this.accept(caller, ticket, center)));
      return left ?? right;
    }
    return this.accept(caller, ticket, tries[0]!);
  }

  private async isOf(caller: Caller, { id }: Ticket, center: Center) {
    const { known } = await caller.call("GET", `center/get-single-ticket?ticket_obj_id=${id}`, { token: center.token });
    return known === "done";
  }

  private async accept(caller: Caller, ticket: Ticket, center: Center): Promise<Center | undefined> {
    const offer = await this.offerOf(caller, ticket, center);
    if (!offer) return undefined;
    const path = `center/accepted-broadcast-request${ticket.order ? "" : "-unpaid-ticket"}`;
    const body = { broadcast_obj_id: offer };
    const { known, reply } = await caller.call("POST", path, { token: center.token, body, once: true });
    if (known !== "done") return undefined;
    const { payment_response: due } = (reply.data ?? {}) as { payment_response?: { id: string } | null };
    const accepted = () => {
      this.promises.give({ kind: "accepted", ticket: ticket.id, broadcast: offer, center: center.id });
      return center;
    };
    if (!due) return accepted();
    if (caller.random.chance(0.1)) return undefined;
    const callback = await this.outside.pay(due.id, { webhook: caller.random.chance(0.9) });
    if (!callback || caller.random.chance(0.2)) return undefined;
    const confirmed = await caller.call("POST", "center/accept-ticket-after-payment", {
      token: center.token,
      body: callback,
      once: true,
    });
    return confirmed.known === "done" ? accepted() : undefined;
  }

  /** Finds the request among a center's offers; a webhook may take a moment to bring it there. */
  private async offerOf(caller: Caller, { id }: Ticket, center: Center): Promise<string | undefined> {
    type Offer = { _id: string; ticket_obj_id: { _id: string } };
    for (let looks = 0; looks < 12; looks++) {
      const { known, reply } = await caller.call("GET", "center/get-all-available-broadcast", { token: center.token });
      const offers = known === "done" ? (reply.data as Offer[]) : [];
      const offer = offers.find(({ ticket_obj_id }) => ticket_obj_id._id === id);
      if (offer) return offer._id;
      await pause(500);
    }
    return undefined;
  }

  /** A technician is assigned, takes pictures and closes with the code; the customer rates and gives feedback. */
  private async visit(caller: Caller, { id, phone }: Ticket, center: Center) {
    const { token } = center;
    const { random } = caller;
    if (!(await this.send(caller, { id }, center))) return;
    for (let pictures = random.between(1, 5); pictures > 0; pictures--) await this.picture(caller, id, token);
    const code = await this.outside.message(phone, /happy code (\d{4})/);
    if (!code) return;
    const rupees = random.between(1, 60) * 50;
    const closed = await caller.call("POST", "center/close-ticket", {
      token,
      body: {
        ticket_obj_id: id,
        closing_ticket_price: rupees,
        code,
        payment_type: "Cash",
        remarks: { close_ticket_remarks: "Visit Done, Work Completed (Payment Collected)" },
      },
      once: true,
    });
    if (closed.known !== "done") return;
    this.promises.give({ kind: "closed", ticket: id, amountPaise: rupees * 100 });
    await this.afterwards(caller, id, phone, token);
  }

  /** Assigns a technician of the center; true when that was acknowledged. */
  private async send(caller: Caller, { id }: { id: string }, center: Center): Promise<boolean> {
    const technician = caller.random.pick(center.technicians);
    const { known } = await caller.call("POST", "center/assigning-ticket-technician", {
      token: center.token,
      body: { ticket_obj_id: id, technician_obj_id: technician },
      once: true,
    });
    if (known === "done") this.promises.give({ kind: "assigned", ticket: id, technician });
    return known === "done";
  }

  private async picture(caller: Caller, ticket: string, token: string) {
    const body = new FormData();
    body.set("OnsitePicture", new Blob([await aPicture(caller.random)], { type: "image/jpeg" }), "site.jpg");
    const path = `technicianApp/upload-ticket-onsite-picture/${ticket}`;
    const { known, reply } = await caller.call("POST", path, { token, body, once: true });
    if (known !== "done") return;
    this.promises.give({ kind: "pictured", ticket, picture: (reply.data as { _id: string })._id });
  }

  /** A technician who only takes pictures, so that a full disk is always noticed. */
  private async camera() {
    while (this.open) {
      const caller = new Caller(this.stand.webs, this.tally, `camera ${this.seed} ${this.journeys++}`);
      const ticket = await this.book(caller, "center");
      if (!ticket || !(await this.send(caller, ticket, ticket.partner))) continue;
      for (let taken = 0; taken < mostPictures && this.open; taken++) {
        await this.picture(caller, ticket.id, ticket.partner.token);
        await pause(cameraPauseMs);
      }
    }
  }

  private async afterwards(caller: Caller, id: string, phone: string, token: string) {
    await this.rate(caller, id, phone);
    const link = await this.outside.message(phone, /\/feedback\/([\w-]+)/, 8_000);
    if (link) {
      const feedBackResponse = [9, 8, 9, 7, 10].map((answer) => ({ answer }));
      const answered = await caller.call("POST", "common/submit-feedback", {
        body: { token: link, feedBackResponse },
        once: true,
      });
      if (answered.known === "done") this.promises.give({ kind: "answered", ticket: id });
    }
    await caller.call("GET", `admin/get-all-ticket?ticket_obj_id=${id}`);
    const invoice = await caller.file(`invoices/${id}`, token);
    if (invoice?.status === 200 && !invoice.bytes.subarray(0, 5).equals(Buffer.from("%PDF-")))
      throw new Error(`the invoice of ${id} is not a PDF`);
  }

  /** A rating by the customer, who has proved the phone again. */
  private async rate(caller: Caller, id: string, phone: string) {
    const stars = caller.random.between(0, 5);
    const [proved] = await unitOfWork(() =>
      provePhones([phone], (text, params) => connection.executeSql(text, params)),
    ).catch(() => []);
    // While the database is away, nothing can be proved.
    if (!proved) return;
    const { known } = await caller.call("PUT", `technicianApp/setStatusRating/${id}`, {
      body: { rating: stars, proof: proved.proof },
      once: true,
    });
    if (known === "done") this.promises.give({ kind: "rated", ticket: id, stars });
  }

  /** Recharges, opened by this process as a center's page would; they are credited by webhook only. */
  private async topUps() {
    for (const random = randomFrom(`top-ups ${this.seed} ${this.journeys}`); this.open; await pause(700)) {
      const { id: centerId } = random.pick(this.world.centers);
      try {
        const { order_id } = await unitOfWork(async () => {
          const amountPaise = toPaise(random.between(1, 4) * 4_900);
          const order = await transaction(() => openOrder({ purpose: "recharge", centerId, amountPaise }));
          return payable(order.id);
        });
        if (await this.outside.pay(order_id)) this.promises.give({ kind: "topped up", order: order_id });
      } catch {
        // Database or provider is away: nothing was promised.
      }
    }
  }
}

const aPicture = async (random: Random) => {
  const colour = { r: random.below(256), g: random.below(256), b: random.below(256) };
  const jpeg = sharp({ create: { width: 320, height: 240, channels: 3, background: colour } }).jpeg();
  return new Uint8Array(await jpeg.toBuffer());
};
