import { quoted } from '../../errors/suggest.js';
import { beginsAsData, isData, resourceOf, type FolderFile } from '../folder.js';
import type { Archive, Member } from './archive.js';

/** A member of an archive that is data. */
export interface ArchiveFile extends FolderFile {
  readonly member: Member;
}

/**
 * Lists the data files of an archive by the rules for folders. The name of a member, else of its folder, else of the
 * archive names the resource. Also recognises data by its first bytes: AEMO's members are named `….V01` or have no
 * extension. Omits names that begin with a dot, and the folder `__MACOSX` of macOS.
 * @param path the path of the archive, which precedes the names of members; `-` for standard input
 * @throws Error that begins with "the archive" if a data file in it cannot be read
 */
export async function listArchive(
  path: string,
  { members }: Archive,
): Promise<{ readonly files: readonly ArchiveFile[]; readonly skippedFiles: readonly string[] }> {
  const files: ArchiveFile[] = [];
  const skippedFiles: string[] = [];
  for (const member of members) {
    const parts = member.name.split('/');
    if (parts.some((part) => part.startsWith('.') || part === '__MACOSX')) continue;
    const fullPath = `${path}/${member.name}`;
    if (/\.zip$/i.test(member.name)) skippedFiles.push(`${fullPath} (an archive within an archive)`);
    else if (!isData(member.name) && !(await holdsData(member))) skippedFiles.push(fullPath);
    else {
      if (member.problem !== null) {
        throw new Error(`the archive has a member ${quoted(member.name)} that ${member.problem}`);
      }
      files.push({ path: fullPath, resource: resourceIn([...parts, path.split('/').at(-1) ?? '']), member });
    }
  }
  return { files, skippedFiles };
}

async function holdsData(member: Member): Promise<boolean> {
  if (member.problem !== null) return false;
  const bytes = member.read();
  const first = await bytes.next();
  await bytes.return(undefined);
  return first.done !== true && beginsAsData(member.name, first.value);
}

function resourceIn(names: readonly string[]): FolderFile['resource'] {
  return names.map(resourceOf).find((resource) => resource !== null) ?? null;
}

/**
 * Returns the kind of document that the members form: `workbook`, or the name of another document for a message; null:
 * the archive is no document.
 */
export function documentOf({ members }: Archive): string | null {
  const names = new Set(members.map(({ name }) => name));
  if (names.has('xl/workbook.xml')) return 'workbook';
  if (names.has('xl/workbook.bin')) return 'a binary Excel workbook (.xlsb); save it as .xlsx or CSV';
  if (names.has('[Content_Types].xml')) return 'an Office document, but not a workbook; save the data as .xlsx or CSV';
  if (names.has('mimetype') && names.has('content.xml')) return 'an OpenDocument file; save it as .xlsx or CSV';
  return null;
}
