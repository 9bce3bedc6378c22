import { Button, ButtonLink } from "../base/button.tsx";

type FormEndProps = {
  busy: boolean;
  /** The word of its button. */
  word: string;
  /** What its button does, where the form has more intents than one. */
  intent?: string;
  /** The way back to the list, and its word. */
  backTo: string;
  back: string;
};

/** The end of a form that is a page of the desk: saves it, or leads back. */
export function FormEnd({ busy, word, intent, backTo, back }: FormEndProps) {
  return (
    <div className="request-end">
      <Button disabled={busy} {...(intent && { name: "intent", value: intent })}>
        {word}
      </Button>
      <ButtonLink tone="quiet" to={backTo}>
        {back}
      </ButtonLink>
    </div>
  );
}
