import { inflateSync } from 'node:zlib';

const headerBytes = { woff: 44, sfnt: 12 };
const entryBytes = { woff: 20, sfnt: 16 };

/**
 * Unpacks a WOFF 1.0 font into plain TrueType. The PDF library reads WOFF too, but unpacks its biggest table again for
 * every letter: seconds for a page.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF font');
  const tables = readTables(woff);
  const directory = Buffer.alloc(headerBytes.sfnt + tables.length * entryBytes.sfnt);
  woff.copy(directory, 0, 4, 8);
  const power = Math.floor(Math.log2(tables.length));
  directory.writeUInt16BE(tables.length, 4);
  directory.writeUInt16BE(16 * 2 ** power, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE(16 * (tables.length - 2 ** power), 10);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  tables.forEach(({ tag, checksum, data }, index) => {
    const at = headerBytes.sfnt + index * entryBytes.sfnt;
    directory.write(tag, at, 'latin1');
    directory.writeUInt32BE(checksum, at + 4);
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(data.length, at + 12);
    // tables begin at multiples of four
    const padding = Buffer.alloc((4 - (data.length % 4)) % 4);
    parts.push(data, padding);
    offset += data.length + padding.length;
  });
  return Buffer.concat(parts);
}

function readTables(woff: Buffer): { tag: string; checksum: number; data: Buffer }[] {
  return Array.from({ length: woff.readUInt16BE(12) }, (_, index) => {
    const at = headerBytes.woff + index * entryBytes.woff;
    const [offset, packed, length] = [4, 8, 12].map((skip) => woff.readUInt32BE(at + skip)) as [
      number,
      number,
      number,
    ];
    const stored = woff.subarray(offset, offset + packed);
    return {
      tag: woff.toString('latin1', at, at + 4),
      checksum: woff.readUInt32BE(at + 16),
      data: packed < length ? inflateSync(stored) : stored,
    };
  });
}
