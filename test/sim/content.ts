export const PAGE = 4096;
const EMPTY = new Uint8Array(PAGE);

/** What is in a file, as pages that are never changed once they are there: a copy costs a list. */
export class Content {
  readonly pages: Uint8Array[];
  size: number;

  constructor(pages: Uint8Array[] = [], size = 0) {
    this.pages = pages;
    this.size = size;
  }

  static of(bytes: Uint8Array): Content {
    const content = new Content();
    content.write(bytes, 0);
    return content;
  }

  copy(): Content {
    return new Content(this.pages.slice(), this.size);
  }

  /** Nothing was written to one of them since they were the same. */
  isSame(other: Content): boolean {
    return this.size === other.size && this.pages.every((page, at) => page === other.pages[at]);
  }

  read(into: Uint8Array, at: number): number {
    const length = Math.max(0, Math.min(into.length, this.size - at));
    for (let done = 0; done < length; ) {
      const from = (at + done) % PAGE;
      const part = Math.min(PAGE - from, length - done);
      const page = this.pages[Math.floor((at + done) / PAGE)] ?? EMPTY;
      into.set(from === 0 && part === PAGE ? page : page.subarray(from, from + part), done);
      done += part;
    }
    return length;
  }

  write(bytes: Uint8Array, at: number): void {
    for (let done = 0; done < bytes.length; ) {
      const index = Math.floor((at + done) / PAGE);
      const from = (at + done) % PAGE;
      const part = Math.min(PAGE - from, bytes.length - done);
      const page = part === PAGE ? new Uint8Array(PAGE) : (this.pages[index] ?? EMPTY).slice();
      page.set(bytes.subarray(done, done + part), from);
      while (this.pages.length < index) this.pages.push(EMPTY);
      this.pages[index] = page;
      done += part;
    }
    this.size = Math.max(this.size, at + bytes.length);
  }

  truncate(size: number): void {
    if (size < this.size) {
      this.pages.length = Math.ceil(size / PAGE);
      const rest = size % PAGE;
      const last = this.pages.at(-1);
      // What was behind the end must not come back when the file grows again.
      if (rest > 0 && last) this.pages[this.pages.length - 1] = withZeros(last, rest);
    }
    this.size = size;
  }

  bytes(): Buffer {
    const all = Buffer.alloc(this.size);
    this.read(all, 0);
    return all;
  }
}

function withZeros(page: Uint8Array, from: number): Uint8Array {
  const copy = page.slice();
  copy.fill(0, from);
  return copy;
}
