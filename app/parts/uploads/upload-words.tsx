import { Chip, type ChipTone } from "#app/ui/base/chip.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import type { UploadState } from "#modules/tickets/index.ts";

const tones: Record<UploadState, ChipTone> = {
  checking: "warm",
  unmapped: "info",
  checked: "info",
  running: "warm",
  done: "good",
  cancelled: "plain",
  refused: "bad",
  undoing: "warm",
  undone: "plain",
};

/** The state of an upload. */
export function UploadChip({ state, strong }: { state: UploadState; strong?: boolean }) {
  const say = useSay();
  return (
    <Chip tone={tones[state]} {...(strong && { strong })}>
      {say(`uploads.state.${state}`)}
    </Chip>
  );
}
