/** Uploads chosen or dropped files and folders: checks all of them, then sends one after the other. Without it the form sends one file. */
export const UPLOAD_SCRIPT = `
(() => {
const form = document.querySelector('form[data-upload]');
if (!form) return;
const { file: chooser, folder, name, prefix, replace } = form.elements;
const queue = form.querySelector('.queue');
const [summary, total, cancelAll, list] = ['p', 'progress', 'button', 'ul'].map((each) => queue.querySelector(each));
const AT_ONCE = 100;
const MOST_ROWS = 200;
let items = [];
let isRunning = false;

chooser.multiple = true;
form.querySelector('.folder').hidden = false;
form.querySelector('.drop').hidden = false;

function sizeOf(bytes) {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  let unit = 0;
  for (; bytes >= 1023.95 && unit < 4; unit += 1) bytes /= 1024;
  return (unit ? Math.round(bytes * 10) / 10 : bytes) + ' ' + units[unit];
}

const make = (name, members) => Object.assign(document.createElement(name), members);

function rowOf(item) {
  if (item.row) return item.row;
  const row = make('li');
  const says = make('span', { className: 'muted' });
  const bar = make('progress', { max: Math.max(item.file.size, 1), value: 0 });
  bar.setAttribute('aria-label', item.path);
  const cancel = make('button', { type: 'button', textContent: 'Cancel', onclick: () => stop(item) });
  cancel.append(make('span', { className: 'hidden', textContent: ' ' + item.path }));
  row.append(make('bdi', { className: 'name', textContent: item.path }), says, bar, cancel);
  list.append(row);
  return (item.row = Object.assign(row, { says, bar, cancel }));
}

function tell(item, state, text) {
  item.state = state;
  const row = rowOf(item);
  row.says.textContent = text;
  row.says.className = state === 'failed' ? 'problem' : 'muted';
  const isOver = state === 'done' || state === 'failed' || state === 'cancelled';
  row.bar.hidden = state !== 'sending';
  if (isOver && row.cancel.isConnected) {
    const hadFocus = row.cancel === document.activeElement;
    row.cancel.remove();
    if (hadFocus) cancelAll.focus();
  }
  if (state === 'done' && items.length > MOST_ROWS) row.remove();
  sumUp();
}

function stop(item) {
  if (item.request) item.request.abort();
  else if (item.state === 'waiting') tell(item, 'cancelled', 'cancelled');
}

function sumUp() {
  const of = (state) => items.filter((item) => item.state === state);
  const wanted = items.filter(({ state }) => state !== 'failed' && state !== 'cancelled');
  const bytes = wanted.reduce((sum, { file }) => sum + file.size, 0);
  const sent = wanted.reduce((sum, { sent }) => sum + sent, 0);
  total.max = Math.max(bytes, 1);
  total.value = sent;
  total.hidden = cancelAll.hidden = !isRunning;
  const files = (count) => count + (count === 1 ? ' file' : ' files');
  const done = of('done').length;
  const others = [[of('failed').length, 'failed'], [of('cancelled').length, 'cancelled']]
    .filter(([count]) => count > 0).map(([count, says]) => ', ' + count + ' ' + says).join('');
  const says = isRunning
    ? done + ' of ' + files(items.length) + ', ' + sizeOf(sent) + ' of ' + sizeOf(bytes) + others
    : files(done) + ' uploaded' + others + '.';
  if (summary.textContent !== says) summary.textContent = says;
}

const hiddenFields = () => [...form.querySelectorAll('input[type="hidden"]')].map((field) => [field.name, field.value]);

const parse = (html) => new DOMParser().parseFromString(html, 'text/html');

function reasonOf(page) {
  const found = page.querySelector('.problems li, main .problem, main .card p, main .notice');
  return found ? found.textContent : 'The emulator does not respond as it should.';
}

async function check(some, planned) {
  const body = new URLSearchParams(hiddenFields());
  body.set('planned', planned);
  if (replace.checked) body.set('replace', 'yes');
  for (const { key, file } of some) {
    body.append('key', encodeURIComponent(key));
    body.append('size', file.size);
  }
  const response = await fetch(form.action + '/check', { method: 'POST', body });
  const page = parse(await response.text());
  const found = [...page.querySelectorAll('.checked li')];
  if (response.redirected) throw new Error('You were signed out: reload the page to sign in.');
  if (!response.ok || found.length !== some.length) throw new Error(reasonOf(page));
  return found.map((each) => each.textContent);
}

function send(item) {
  return new Promise((resolve) => {
    const body = new FormData();
    for (const [field, value] of hiddenFields()) body.append(field, value);
    body.append('key', encodeURIComponent(item.key));
    body.append('size', item.file.size);
    if (item.replaces) body.append('replace', 'yes');
    body.append('file', item.file);
    const request = new XMLHttpRequest();
    item.request = request;
    const end = (state, text) => {
      item.request = undefined;
      item.sent = state === 'done' ? item.file.size : 0;
      tell(item, state, text);
      resolve();
    };
    request.upload.addEventListener('progress', ({ loaded }) => {
      item.sent = Math.min(loaded, item.file.size);
      item.row.bar.value = item.sent;
      sumUp();
    });
    request.addEventListener('load', () => {
      const page = parse(request.responseText);
      const isElsewhere = request.responseURL.endsWith('/sign-in');
      if (request.status === 200 && !isElsewhere) end('done', 'uploaded: ' + sizeOf(item.file.size));
      else end('failed', isElsewhere ? 'You were signed out: reload the page to sign in.' : reasonOf(page));
    });
    request.addEventListener('error', () => end('failed', 'The connection broke, or the file cannot be read any more.'));
    request.addEventListener('abort', () => end('cancelled', 'cancelled'));
    request.open('POST', form.action);
    tell(item, 'sending', 'uploading, ' + sizeOf(item.file.size));
    request.send(body);
  });
}

async function run(found) {
  if (isRunning || found.length === 0) return;
  isRunning = true;
  list.replaceChildren();
  queue.hidden = false;
  const base = decodeURIComponent(prefix.value);
  items = found.map(({ file, path }) => ({ file, path, key: base + path, state: 'waiting', sent: 0, replaces: replace.checked }));
  if (items.length <= MOST_ROWS) for (const item of items) tell(item, 'waiting', 'waiting, ' + sizeOf(item.file.size));
  sumUp();
  try {
    // All of them are checked before the first is sent.
    let planned = 0;
    for (let at = 0; at < items.length; at += AT_ONCE) {
      const some = items.slice(at, at + AT_ONCE);
      (await check(some, planned)).forEach((problem, index) => {
        if (problem === '') planned += some[index].file.size;
        else if (some[index].state === 'waiting') tell(some[index], 'failed', problem);
      });
    }
    for (const item of items) if (item.state === 'waiting') await send(item);
  } catch (error) {
    for (const item of items) if (item.state === 'waiting') tell(item, 'failed', error.message);
  }
  isRunning = false;
  sumUp();
  form.reset();
  chosen();
  document.dispatchEvent(new Event('coffer:changed'));
}

function chosen() {
  name.disabled = chooser.files.length > 1 || folder.files.length > 0;
}

async function filesOf(entry) {
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    return [{ file, path: entry.fullPath.replace(/^\\//, '') }];
  }
  const reader = entry.createReader();
  const found = [];
  // A reader gives some at a time.
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return found;
    for (const each of some) found.push(...await filesOf(each));
  }
}

const hasFiles = ({ dataTransfer }) => dataTransfer && [...dataTransfer.types].includes('Files');
const highlight = (isOn) => document.documentElement.classList.toggle('dropping', isOn);

document.addEventListener('dragover', (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = isRunning ? 'none' : 'copy';
  highlight(!isRunning);
});
document.addEventListener('dragleave', (event) => { if (!event.relatedTarget) highlight(false); });
document.addEventListener('drop', async (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  highlight(false);
  if (isRunning) return;
  // What was dropped is gone after the first wait.
  const dropped = [...event.dataTransfer.items].filter(({ kind }) => kind === 'file').map((item) => {
    const entry = item.webkitGetAsEntry && item.webkitGetAsEntry();
    const file = item.getAsFile();
    return entry || { isFile: true, fullPath: file.name, file: (resolve) => resolve(file) };
  });
  const found = [];
  for (const entry of dropped) found.push(...await filesOf(entry).catch(() => []));
  run(found);
});
form.addEventListener('change', chosen);
form.addEventListener('submit', (event) => {
  const files = [...chooser.files].map((file) => ({ file, path: file.name }));
  const below = [...folder.files].map((file) => ({ file, path: file.webkitRelativePath || file.name }));
  const all = [...files, ...below];
  // Without a file the page says what is missing.
  if (all.length === 0) return;
  event.preventDefault();
  if (all.length === 1 && name.value.trim() !== '') all[0].path = name.value.trim();
  run(all);
});
cancelAll.addEventListener('click', () => {
  for (const item of items) if (item.state === 'waiting') stop(item);
  for (const item of items) if (item.request) stop(item);
  cancelAll.closest('section, form').querySelector('button.primary').focus();
});
addEventListener('beforeunload', (event) => { if (isRunning) event.preventDefault(); });
})();
`;
