/**
 * A response made in one piece. It keeps its bytes instead of a stream: making a stream and reading it back costs more
 * than sending them.
 */
export class WholeAnswer extends Response {
  readonly whole: Buffer;
  private stream: ReadableStream<Uint8Array<ArrayBuffer>> | undefined;

  constructor(whole: string | Buffer, init: ResponseInit) {
    super(null, init);
    this.whole = typeof whole === "string" ? Buffer.from(whole) : whole;
  }

  /** Made without a copy of the bytes, and once: a framework looks at a response's body many times without reading it. */
  override get body(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const { whole } = this;
    this.stream ??= new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        pull(controller) {
          controller.enqueue(new Uint8Array(whole));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    return this.stream;
  }
  override clone() {
    return new WholeAnswer(this.whole, this);
  }
  override async text() {
    return this.whole.toString();
  }
  override async json() {
    return JSON.parse(this.whole.toString());
  }
  override async arrayBuffer() {
    return new Uint8Array(this.whole).buffer;
  }
}

/** The bytes of such a response; checked by property, because the class may come from the build or from source. */
export const wholeOf = (answer: Response): Buffer | undefined => (answer as Partial<WholeAnswer>).whole;
