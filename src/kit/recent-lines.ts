/** So many characters of the last lines are kept, whatever their number. */
const MOST_CHARACTERS = 262_144;
const MOST_LINES = 2048;
/** More of a line is of no use to a reader. */
const LONGEST_LINE = 4096;

/** The last lines of a log, as long as the process lives. */
export class RecentLines {
  #lines: (string | undefined)[] = [];
  #first = 0;
  #characters = 0;

  add(line: string): void {
    // A part of a string would keep all of it.
    const kept = line.length > LONGEST_LINE ? Buffer.from(line.slice(0, LONGEST_LINE)).toString() : line;
    this.#lines.push(kept);
    this.#characters += kept.length;
    while (this.#characters > MOST_CHARACTERS || this.#lines.length - this.#first > MOST_LINES) {
      this.#characters -= this.#lines[this.#first]?.length ?? 0;
      this.#lines[this.#first++] = undefined;
    }
    if (this.#first > MOST_LINES) {
      this.#lines = this.#lines.slice(this.#first);
      this.#first = 0;
    }
  }

  all(): string[] {
    return this.#lines.slice(this.#first).filter(line => line !== undefined);
  }
}
