/**
 * A response made in one piece. It keeps its bytes instead of a stream: making a stream and reading it back costs more
 * than sending them.
 */
export class WholeAnswer extends Response {
  readonly whole: Buffer;

  constructor(whole: string | Buffer, init: ResponseInit) {
    super(null, init);
    this.whole = typeof whole === "string" ? Buffer.from(whole) : whole;
  }

  override get body() {
    return new Response(this.whole as Uint8Array<ArrayBuffer>).body;
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
