import { Chip, type ChipTone } from "#app/ui/base/chip.tsx";
import { Literal } from "#app/ui/base/said.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { labelText, labelTone, labelWord, statusText, statusTone, statusWord } from "./words.ts";

/** A displayed status (R198–R204). */
export function StatusChip({ status, strong = false }: { status: string; strong?: boolean }) {
  const say = useSay();
  return (
    <Both tone={statusTone(status)} strong={strong} words={statusText(status, say)} literal={statusWord(status, say)} />
  );
}

/** A broadcast label (R205–R213). */
export function LabelChip({ label }: { label: string }) {
  const say = useSay();
  return <Both tone={labelTone(label)} words={labelText(label, say)} literal={labelWord(label, say)} />;
}

type BothProps = { tone: ChipTone; strong?: boolean; words: string; literal: string };

function Both({ tone, strong = false, words, literal }: BothProps) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      <Chip tone={tone} strong={strong}>
        {words}
      </Chip>
      <Literal words={words} literal={literal} />
    </span>
  );
}
