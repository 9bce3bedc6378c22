import { Chip } from "#app/ui/base/chip.tsx";
import { Said } from "#app/ui/base/said.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { labelSaid, labelTone, labelWord, statusSaid, statusTone, statusWord } from "./words.ts";

/** A displayed status (R198–R204). */
export function StatusChip({ status, strong = false }: { status: string; strong?: boolean }) {
  const say = useSay();
  return (
    <Chip strong={strong} tone={statusTone(status)}>
      <Said words={statusSaid(status, say)} literal={statusWord(status, say)} />
    </Chip>
  );
}

/** A broadcast label (R205–R213). */
export function LabelChip({ label }: { label: string }) {
  const say = useSay();
  return (
    <Chip tone={labelTone(label)}>
      <Said words={labelSaid(label, say)} literal={labelWord(label, say)} />
    </Chip>
  );
}
