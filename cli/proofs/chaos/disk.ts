import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const sizeMebibytes = 192;
const filler = "filler";

/** A separate disk for the blob store, small enough to be filled. */
export class BlobDisk {
  readonly folder: string;
  /** Without the right to mount one, the store's folder is moved away for a while instead. */
  readonly mounted: boolean;

  constructor(folder: string) {
    this.folder = folder;
    fs.mkdirSync(folder, { recursive: true });
    this.mounted = mount(folder);
    fs.mkdirSync(this.blobs, { recursive: true });
  }

  get blobs() {
    return path.join(this.folder, "blobs");
  }

  /** Fills the disk completely for a while. */
  async fullFor(ms: number) {
    if (!this.mounted) return this.goneFor(ms);
    const file = path.join(this.folder, filler);
    await this.fill(file);
    await pause(ms);
    fs.rmSync(file, { force: true });
  }

  async fill(file: string) {
    const handle = await fs.promises.open(file, "w");
    try {
      for (const size of [4 * 1024 * 1024, 4096]) {
        const block = Buffer.alloc(size, 1);
        // Ends with ENOSPC, the error the product's writes get from now on.
        await handle.writeFile(endless(block)).catch(() => {});
      }
    } finally {
      await handle.close();
    }
  }

  async goneFor(ms: number) {
    const hiddenPath = `${this.blobs}.away`;
    fs.renameSync(this.blobs, hiddenPath);
    fs.writeFileSync(this.blobs, "");
    await pause(ms);
    fs.rmSync(this.blobs);
    fs.renameSync(hiddenPath, this.blobs);
  }

  remove() {
    if (this.mounted) execFileSync("umount", ["-l", this.folder], { stdio: "ignore" });
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}

function* endless(block: Buffer) {
  for (;;) yield block;
}

function mount(folder: string): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${sizeMebibytes}m,mode=0755`, "chaos", folder], {
      stdio: "ignore",
    });
    return true;
  } catch {
    return false;
  }
}
