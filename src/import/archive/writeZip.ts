import { crc32, deflateRawSync } from 'node:zlib';

/** The header bit for names in UTF-8, the version that deflated members need, and the method Deflate (APPNOTE 4.4). */
const [UTF8, VERSION, DEFLATED] = [0x800, 20, 8];
/** 1 January 1980, the first day that a header can state. A constant date makes the bytes depend on the members alone. */
const DATE = 0x21;

/**
 * Writes a ZIP archive (APPNOTE 4.3) with deflated members, in memory.
 * @param members texts by name, in the order of the archive
 */
export function writeZip(members: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(members)) {
    const [label, content] = [Buffer.from(name), Buffer.from(text)];
    const packed = deflateRawSync(content);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(VERSION, 0);
    fields.writeUInt16LE(UTF8, 2);
    fields.writeUInt16LE(DEFLATED, 4);
    fields.writeUInt16LE(DATE, 8);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(label.length, 22);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), fields, label, packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, rest, label);
    offset += 4 + fields.length + label.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(directory.length / 4, 8);
  end.writeUInt16LE(directory.length / 4, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}
