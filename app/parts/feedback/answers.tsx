import { SectionFacts } from "#app/ui/detail/section.tsx";

type AnswersProps = { answers: readonly { question: string; answer: number }[] };

/** The answers a customer gave, below their questions in the reader's language. */
export const Answers = ({ answers }: AnswersProps) => (
  <SectionFacts figures rows={answers.map(({ question, answer }) => [question, answer])} />
);
