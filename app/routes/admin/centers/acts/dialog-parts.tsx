import type { CenterDialogData } from "#app/parts/centers/centers-desk.server.ts";
import { Button } from "#app/ui/base/button.tsx";
import { CancelLink } from "#app/ui/form/confirm-form.tsx";

export type DialogCenter = NonNullable<CenterDialogData["center"]>;
/** What each act in the dialog of a center gets. */
export type OpenDialog = { center: DialogCenter; dialog: CenterDialogData; closeTo: string };

/** The buttons of an act. */
export function Actions({ busy, word, closeTo }: { busy: boolean; word: string; closeTo: string }) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button disabled={busy}>{word}</Button>
      <CancelLink to={closeTo} />
    </div>
  );
}
