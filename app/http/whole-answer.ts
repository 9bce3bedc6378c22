/** An answer made in one piece, which keeps its bytes: reading them back out of its stream costs more than making them. */
export class WholeAnswer extends Response {
  readonly whole: Buffer;

  constructor(text: string, init: ResponseInit) {
    const bytes = Buffer.from(text);
    super(bytes, init);
    this.whole = bytes;
  }
}

/** The bytes of an answer; the class may be that of the build or that of the source. */
export const bytesOf = async (answer: Response): Promise<Buffer> =>
  (answer as Partial<WholeAnswer>).whole ?? Buffer.from(await answer.arrayBuffer());
