import type { ReactNode } from "react";
import { PriceBar } from "#app/parts/tickets/band.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { rupees } from "#modules/kernel/money.ts";

type Usual = { fromPaise: number; toPaise: number };

/** What the fee is, when it comes back, and what the work usually costs: one sentence, the same on each page. */
export function FeeBar({
  price,
  usual = null,
  children,
}: {
  price: { amountPaise: number };
  usual?: Usual | null;
  children?: ReactNode;
}) {
  const say = useSay();
  const free = price.amountPaise === 0;
  const work = usual
    ? say("book.fee.usual", { from: rupees(usual.fromPaise), to: rupees(usual.toPaise) })
    : say("book.fee.work");
  return (
    <PriceBar
      price={free ? say("booking.price.free") : say("book.fee", { amount: rupees(price.amountPaise) })}
      hint={`${say(free ? "book.fee.free" : "book.fee.back")} ${work}`}
    >
      {children}
    </PriceBar>
  );
}
