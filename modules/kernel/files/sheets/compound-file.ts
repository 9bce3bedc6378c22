/*
 * Files of the old kind (OLE2): a file system of sectors within one file, as its specification [MS-CFB] has it. One
 * stream is read, each of its sectors once, so that what is built of a file is never more than its own size: the
 * official reader builds every chain of sectors, and a file of a few MB can hold chains of gigabytes.
 */

/** Sector numbers from here on are marks: the end of a chain, a free sector. */
const firstMark = 0xfffffffa;
/** The numbers of sectors of the table that the header itself holds. */
const inHeader = 109;
const entryBytes = 128;
const noEntry = 0xffffffff;

export type Entry = { name: string; isStream: boolean; start: number; bytes: number };

/** A damaged or hostile file: chains that do not end, sectors that are not there. */
export class DamagedFile extends Error {}

/** The entries at the root of a file and their bytes; throws DamagedFile. */
export class CompoundFile {
  private readonly file: Buffer;
  private readonly sectorBytes: number;
  private readonly sectors: number;
  private readonly table: Uint32Array;
  private readonly directory: Buffer;

  constructor(file: Buffer) {
    if (file.length < 512) throw new DamagedFile();
    this.file = file;
    const shift = file.readUInt16LE(30);
    if (shift !== 9 && shift !== 12) throw new DamagedFile();
    this.sectorBytes = 1 << shift;
    // The last sector may be cut.
    this.sectors = Math.ceil(file.length / this.sectorBytes) - 1;
    this.table = this.readTable();
    this.directory = this.bytesOf(this.chain(file.readUInt32LE(48), this.table));
  }

  /** What stands at the root, folders too. */
  rootEntries(): Entry[] {
    const most = Math.floor(this.directory.length / entryBytes);
    const entries: Entry[] = [];
    const seen = new Set<number>();
    const waiting = most > 0 ? [this.directory.readUInt32LE(76)] : [];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (at === noEntry || at >= most || seen.has(at)) continue;
      seen.add(at);
      const from = at * entryBytes;
      entries.push(this.entry(from));
      waiting.push(this.directory.readUInt32LE(from + 68), this.directory.readUInt32LE(from + 72));
    }
    return entries;
  }

  /** The bytes of a stream. */
  read({ start, bytes }: Entry): Buffer {
    if (bytes === 0) return Buffer.alloc(0);
    if (bytes > this.file.length) throw new DamagedFile();
    if (bytes >= this.file.readUInt32LE(56)) return this.bytesOf(this.chain(start, this.table)).subarray(0, bytes);
    const small = this.bytesOf(this.chain(this.entry(0).start, this.table));
    const smallBytes = 1 << this.file.readUInt16LE(32);
    const smallTable = numbersOf(this.bytesOf(this.chain(this.file.readUInt32LE(60), this.table)));
    const parts = this.chain(start, smallTable).map((at) => small.subarray(at * smallBytes, (at + 1) * smallBytes));
    return Buffer.concat(parts).subarray(0, bytes);
  }

  private entry(from: number): Entry {
    const { directory } = this;
    const length = Math.min(Math.max(directory.readUInt16LE(from + 64) - 2, 0), 64);
    return {
      name: directory.toString("utf16le", from, from + length),
      isStream: directory[from + 66] === 2,
      start: directory.readUInt32LE(from + 116),
      bytes: directory.readUInt32LE(from + 120),
    };
  }

  /** The table of the sectors that follow each sector, whose own sectors are listed in the header and a chain after it. */
  private readTable(): Uint32Array {
    const { file } = this;
    const own: number[] = [];
    for (let at = 0; at < inHeader; at += 1) own.push(file.readUInt32LE(76 + 4 * at));
    let next = file.readUInt32LE(68);
    for (let lists = 0; next < firstMark; lists += 1) {
      if (lists > this.sectors) throw new DamagedFile();
      const list = numbersOf(this.sector(next));
      own.push(...list.subarray(0, -1));
      next = list.at(-1) ?? firstMark;
    }
    const listed = own.filter((sector) => sector < firstMark);
    if (listed.length > this.sectors) throw new DamagedFile();
    return numbersOf(this.bytesOf(listed));
  }

  private sector(at: number): Buffer {
    if (at >= this.sectors) throw new DamagedFile();
    const from = (at + 1) * this.sectorBytes;
    return this.file.subarray(from, from + this.sectorBytes);
  }

  private bytesOf(sectors: readonly number[]): Buffer {
    return Buffer.concat(sectors.map((at) => this.sector(at)));
  }

  /** The sectors of a chain, each once. */
  private chain(start: number, table: Uint32Array): number[] {
    const sectors: number[] = [];
    for (let at = start; at < firstMark; at = table[at]!) {
      if (at >= table.length || sectors.length > table.length) throw new DamagedFile();
      sectors.push(at);
    }
    return sectors;
  }
}

const numbersOf = (bytes: Buffer) =>
  Uint32Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) => bytes.readUInt32LE(4 * at));
