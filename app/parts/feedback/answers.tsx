type AnswersProps = { answers: readonly { question: string; answer: number }[] };

/** The answers a customer gave, below their questions in the reader's language. */
export const Answers = ({ answers }: AnswersProps) => (
  <dl className="r-facts r-answers">
    {answers.map(({ question, answer }) => (
      <div key={question}>
        <dt>{question}</dt>
        <dd>{answer}</dd>
      </div>
    ))}
  </dl>
);
