import { Button } from "../base/button.tsx";
import { dialogCard } from "../base/card.tsx";
import { useSay } from "../base/say.tsx";

/**
 * What the script of a console's forms shows (form-island.ts): the question before unsaved input is left, and what has to be
 * given again after a login.
 */
export function FormTemplates() {
  const say = useSay();
  return (
    <>
      <template data-leave="">
        <dialog aria-labelledby="leave-title" className={`${dialogCard} m-auto`} data-added="">
          <h2 id="leave-title" className="mb-1">
            {say("form.leave")}
          </h2>
          <p className="mb-5 text-soft">{say("form.leave.hint")}</p>
          <div className="flex flex-wrap gap-3">
            <Button type="button">{say("form.leave.stay")}</Button>
            <Button type="button" tone="quiet" value="leave">
              {say("form.leave.go")}
            </Button>
          </div>
        </dialog>
      </template>
      <template data-again="files">
        <p role="status" className="note" data-added="">
          {say("form.filesAgain")}
        </p>
      </template>
      <template data-again="papers">
        <p role="status" className="note" data-added="">
          {say("form.papersAgain")}
        </p>
      </template>
    </>
  );
}
