import { filesOfDrop, hasFiles } from './dropped-files';
import { CHANGED } from './live';
import { sizeOf, UploadQueue } from './upload-queue';
import { type ChosenFile, check, send, type UploadItem } from './upload-requests';

/** Number of files in one check. */
const AT_ONCE = 100;

/** Uploads chosen or dropped files and folders: checks all of them, then sends one after the other. Without the script the form sends one file. */
export function uploadMany(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-upload]');
  const element = form?.querySelector<HTMLElement>('.queue');
  if (!form || !element) return;
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
  const [chooser, folder, name] = [field('file'), field('folder'), field('name')];
  const queue = new UploadQueue(element);
  chooser.multiple = true;
  for (const each of form.querySelectorAll<HTMLElement>('.folder, .drop')) each.hidden = false;

  const filesIn = ({ files }: HTMLInputElement) => [...(files ?? [])];
  /** A name is for one file only. */
  const chosen = () => {
    name.disabled = filesIn(chooser).length > 1 || filesIn(folder).length > 0;
  };

  const run = async (files: readonly ChosenFile[]) => {
    if (queue.isRunning || files.length === 0) return;
    const base = decodeURIComponent(field('prefix').value);
    const replaces = field('replace').checked;
    queue.begin(
      files.map((each) => ({ ...each, key: base + each.path, replaces, state: 'waiting' as const, sentBytes: 0 })),
    );
    await upload(form, queue);
    queue.end();
    form.reset();
    chosen();
    document.dispatchEvent(new Event(CHANGED));
  };

  form.addEventListener('change', chosen);
  form.addEventListener('submit', (event) => {
    const files = filesIn(chooser).map((file) => ({ file, path: file.name }));
    const below = filesIn(folder).map((file) => ({ file, path: file.webkitRelativePath || file.name }));
    const all = [...files, ...below];
    const [first] = all;
    // Without a file the page says what is missing.
    if (!first) return;
    event.preventDefault();
    const own = name.value.trim();
    void run(all.length === 1 && own !== '' ? [{ ...first, path: own }] : all);
  });
  queue.cancelAll.addEventListener('click', () => {
    // First those that wait, so that none of them begins.
    for (const item of queue.items) if (item.state === 'waiting') queue.stop(item);
    for (const item of queue.items) queue.stop(item);
    form.querySelector<HTMLElement>('button.primary')?.focus();
  });
  takeDrops(queue, run);
  addEventListener('beforeunload', (event) => queue.isRunning && event.preventDefault());
}

/** Checks all files before the first is sent. */
async function upload(form: HTMLFormElement, queue: UploadQueue): Promise<void> {
  const { items } = queue;
  const fail = (item: UploadItem, problem: string) => {
    item.state = problem === 'cancelled' ? 'cancelled' : 'failed';
    item.sentBytes = 0;
    queue.tell(item, problem);
  };
  try {
    let plannedBytes = 0;
    for (let at = 0; at < items.length; at += AT_ONCE) {
      const some = items.slice(at, at + AT_ONCE);
      const problems = await check(form, some, plannedBytes);
      for (const [index, item] of some.entries()) {
        const problem = problems[index] ?? '';
        if (problem === '') plannedBytes += item.file.size;
        else if (item.state === 'waiting') fail(item, problem);
      }
    }
    for (const item of items) {
      if (item.state !== 'waiting') continue;
      item.state = 'sending';
      queue.tell(item, `uploading, ${sizeOf(item.file.size)}`);
      const problem = await send(form, item, () => queue.sumUp());
      if (problem !== undefined) {
        fail(item, problem);
        continue;
      }
      item.state = 'done';
      item.sentBytes = item.file.size;
      queue.tell(item, `uploaded: ${sizeOf(item.file.size)}`);
    }
  } catch (error) {
    for (const item of items) if (item.state === 'waiting') fail(item, (error as Error).message);
  }
}

function takeDrops(queue: UploadQueue, run: (files: readonly ChosenFile[]) => Promise<void>): void {
  const highlight = (isOn: boolean) => document.documentElement.classList.toggle('dropping', isOn);
  document.addEventListener('dragover', (event) => {
    if (!hasFiles(event) || !event.dataTransfer) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = queue.isRunning ? 'none' : 'copy';
    highlight(!queue.isRunning);
  });
  document.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget || highlight(false));
  document.addEventListener('drop', async (event) => {
    if (!hasFiles(event) || !event.dataTransfer) return;
    event.preventDefault();
    highlight(false);
    if (!queue.isRunning) await run(await filesOfDrop(event.dataTransfer));
  });
}
