import pg from "pg";

/** Bytes for `copy … from stdin`, in the place of a statement's values. */
export class CopyIn {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

/** What the driver's types do not tell of its connection. */
type Sending = pg.Connection & { sendCopyFromChunk(bytes: Buffer): void; endCopyFrom(): void };

/**
 * A COPY whose bytes travel with it: PostgreSQL is not asked first whether it will take them. Where it does not, it drops
 * them and says why.
 */
export class Copying extends pg.Query {
  readonly answer: Promise<pg.QueryResult>;

  constructor(text: string, { bytes }: CopyIn) {
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
    super(text, (error, answer) => (error ? reject(error) : resolve(answer)));
    this.answer = promise;
    this.submit = (connection) => {
      connection.query(text);
      (connection as Sending).sendCopyFromChunk(bytes);
      (connection as Sending).endCopyFrom();
    };
  }

  handleCopyInResponse() {}
}
