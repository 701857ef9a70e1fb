import { main } from '../support/main';
import { packFolder, unpackArchive } from './archive';

/** Unpacks a release's archive, or with `--back` packs it again with its page: `npx tsx scripts/releases/repack.ts <archive> <folder> [--back]`. */
main(async () => {
  const [archive, folder, back] = process.argv.slice(2);
  if (!archive?.endsWith('.tar.gz') || !folder) throw new Error('Name an archive, ….tar.gz, and a folder.');
  await (back === '--back' ? packFolder : unpackArchive)(archive, folder);
});
