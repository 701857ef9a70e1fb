import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';

/** Texts that nobody may see, by names that may be said. */
export type Canaries = Readonly<Record<string, string>>;

/** The names of the canaries that a text holds: as they are, escaped for JSON or a URL, or somewhere in base64. */
export function canariesIn(text: string, canaries: Canaries): string[] {
  return Object.entries(canaries).flatMap(([name, canary]) =>
    formsOf(canary).some((form) => text.includes(form)) ? [name] : [],
  );
}

function formsOf(canary: string): string[] {
  const url = encodeURIComponent(canary);
  const plain = [canary, JSON.stringify(canary).slice(1, -1), url, url.replaceAll('%20', '+')];
  // Within a longer text base64 begins at one of three places; what its neighbours have a part in is left out.
  const encoded = [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(canary)]);
    const whole = bytes.length - (bytes.length % 3);
    return bytes.subarray(0, whole).toString('base64').slice([0, 2, 3][before]);
  });
  const urlSafe = encoded.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [...new Set([...plain, ...encoded, ...urlSafe])];
}

/** What was searched, place by place, so that a finding says where it is. */
export class Searched {
  private readonly places = new Map<string, string>();

  add(place: string, content: string | Uint8Array): void {
    const text = typeof content === 'string' ? content : Buffer.from(content).toString('latin1');
    this.places.set(place, (this.places.get(place) ?? '') + text);
  }

  /** Every file in a folder, as it is; what is a zip file also unpacked. */
  async addFolder(name: string, folder: string): Promise<void> {
    for (const file of await readdir(folder, { recursive: true })) {
      const path = join(folder, file);
      if (!(await stat(path)).isFile()) continue;
      const bytes = await readFile(path);
      this.add(`${name}/${file}`, bytes);
      for (const [entry, content] of unzip(bytes)) this.add(`${name}/${file}/${entry}`, content);
    }
  }

  /** The text of a place; throws where there was none, because then nothing was searched. */
  at(place: string): string {
    const text = this.places.get(place);
    if (!text) throw new Error(`nothing was searched at ${place}, only at ${[...this.places.keys()].join(', ')}`);
    return text;
  }

  /** The places that hold canaries, with their names: `{ 'terraform.tfstate': ['password'] }`. */
  findings(canaries: Canaries): Record<string, string[]> {
    const all = [...this.places].map(([place, text]) => [place, canariesIn(text, canaries).sort()] as const);
    return Object.fromEntries(all.filter(([, names]) => names.length > 0));
  }
}

/** The files in a zip file, unpacked; none in what is no zip file. */
function unzip(bytes: Buffer): [name: string, content: Buffer][] {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (!bytes.subarray(0, 2).equals(Buffer.from('PK')) || end < 0) return [];
  const files: [string, Buffer][] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const name = bytes.subarray(at + 46, at + 46 + (nameLength ?? 0)).toString('utf8');
    const header = bytes.readUInt32LE(at + 42);
    const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
    const packed = bytes.subarray(start, start + bytes.readUInt32LE(at + 20));
    files.push([name, bytes.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)]);
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return files;
}
