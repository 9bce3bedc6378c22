/**
 * An answer made in one piece. It keeps its bytes instead of a stream of them: making one and reading it back costs
 * more than sending them.
 */
export class WholeAnswer extends Response {
  readonly whole: Buffer;

  constructor(text: string, init: ResponseInit) {
    super(null, init);
    this.whole = Buffer.from(text);
  }

  override get body() {
    return new Response(this.whole as Uint8Array<ArrayBuffer>).body;
  }
  override clone() {
    return new WholeAnswer(this.whole.toString(), this);
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

/** The bytes of an answer made in one piece; the class may be that of the build or that of the source. */
export const wholeOf = (answer: Response): Buffer | undefined => (answer as Partial<WholeAnswer>).whole;
