import { Button } from "#app/ui/base/button.tsx";
import { useSay } from "#app/ui/base/say.tsx";

/** A piece of code, with a button that copies it where scripts run. */
export function Code({ text, copy, name }: { text: string; copy?: string; name?: string }) {
  const say = useSay();
  return (
    <>
      <pre
        className="mt-2 whitespace-pre-wrap wrap-anywhere rounded-lg bg-sand p-3 text-sm"
        {...(name && { "data-code": name })}
      >
        {text}
      </pre>
      {copy && (
        <p className="mt-2 flex items-center gap-3">
          <Button
            tone="quiet"
            type="button"
            small
            hidden
            data-enhance="copy"
            data-copy={text}
            data-copied={say("common.copied")}
          >
            {copy}
          </Button>
        </p>
      )}
    </>
  );
}

/** A sentence of the contract, in which backticks mark what is written as it stands. */
export const Sentence = ({ text }: { text: string }) =>
  text.split("`").map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text stay in their order
    at % 2 === 0 ? part : <code key={at}>{part}</code>,
  );
