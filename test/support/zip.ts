import { crc32, deflateRawSync } from 'node:zlib';

/** A member of an archive that tests write. Its header may contradict its content. */
export interface ZipMember {
  readonly content: string | Uint8Array;
  readonly isStored?: boolean;
  /** The general purpose bit flags. */
  readonly flags?: number;
  readonly method?: number;
  readonly size?: number;
  readonly crc?: number;
  /** The packed bytes, instead of packing the content. */
  readonly packed?: Uint8Array;
}

const UTF8 = 0x800;

/** Writes a ZIP archive (APPNOTE 4.3). Members keep the given order and are pairs, so that names may repeat. */
export function zip(
  members: Readonly<Record<string, string | ZipMember>> | Iterable<readonly [string, ZipMember]>,
): Buffer {
  const pairs = Symbol.iterator in members ? [...members] : Object.entries(members);
  const [locals, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, given] of pairs) {
    const member: ZipMember = typeof given === 'string' ? { content: given } : given;
    const content = Buffer.from(member.content);
    const isStored = member.isStored === true;
    const packed = Buffer.from(member.packed ?? (isStored ? content : deflateRawSync(content)));
    const label = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(UTF8 | (member.flags ?? 0), 2);
    fields.writeUInt16LE(member.method ?? (isStored ? 0 : 8), 4);
    fields.writeUInt32LE(member.crc ?? crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(member.size ?? content.length, 18);
    fields.writeUInt16LE(label.length, 22);
    locals.push(Buffer.from('PK\x03\x04', 'latin1'), fields, label, packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, rest, label);
    offset += 30 + label.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(pairs.length, 8);
  end.writeUInt16LE(pairs.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, listed, end]);
}
