/** An entry of a tar archive, of whatever kind. */
export interface TarEntry {
  readonly path: string;
  readonly content?: string | Uint8Array;
  /** Of ustar: 0 file, 1 and 2 links, 5 folder. */
  readonly type?: string;
  readonly link?: string;
  /** That its header says, where it is another. */
  readonly bytes?: number;
}

/** A tar archive byte by byte, so that it can be wrong. */
export function tar(entries: readonly TarEntry[], { end = true } = {}): Buffer {
  const blocks = entries.flatMap(({ path, content = '', type = '0', link = '', bytes }) => {
    const data = Buffer.from(content);
    const header = Buffer.alloc(512);
    header.write(path.slice(0, 100), 0, 'latin1');
    header.write('0000644\0', 100);
    header.write(`${(bytes ?? data.length).toString(8).padStart(11, '0')}\0`, 124);
    header.write('00000000000\0', 136);
    header.write(type, 156);
    header.write(link, 157);
    header.write('ustar\x0000', 257, 'latin1');
    header.write('        ', 148);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, data, Buffer.alloc((512 - (data.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, ...(end ? [Buffer.alloc(1024)] : [])]);
}
