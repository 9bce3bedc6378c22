import { useTypedAnswer } from "./typed-answer.ts";

type Named = { name: string; code: string | null };

/** What `/requests/find` answers. */
export type FindResult = {
  requests: { id: string; number: string; name: string; status: string; service: string }[];
  centers: Named[];
  technicians: Named[];
};

const nothing: FindResult = { requests: [], centers: [], technicians: [] };

/** What is found for a text, a moment after its last letter; nothing while it is shorter than two letters. */
export function useFindResult(text: string): { result: FindResult; looking: boolean } {
  const { answer, looking } = useTypedAnswer<FindResult>(
    text.length < 2 ? undefined : `/requests/find?${new URLSearchParams({ q: text })}`,
  );
  return { result: answer ?? nothing, looking };
}
