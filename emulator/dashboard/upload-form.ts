import { type FormState, problemOn, summary, textField } from './form';
import { type Html, html } from './html';
import { proof } from './layout';
import { ROOT } from './reply';
import type { Session } from './sessions';
import { named } from './text';

/** A form that uploads one file, or many with the script. The file is last: the fields before it decide whether it is accepted. */
export function uploadForm(session: Session, path: string, prefix: string, state: FormState): Html {
  const [replace, file] = [problemOn(state, 'replace'), problemOn(state, 'file')];
  return html`<form class="stack" method="post" action="${ROOT}${path}/upload" enctype="multipart/form-data" novalidate autocomplete="off" data-upload>
${summary(state)}
${proof(session)}
<input type="hidden" name="prefix" value="${encodeURIComponent(prefix)}">
${prefix !== '' && html`<p class="hint">It goes below ${named(prefix)}.</p>`}
${textField(state, { name: 'name', label: 'Name', optional: true, hint: 'Left empty: that of the file. Slashes make folders.' })}
<div class="field">
<label class="check"><input type="checkbox" id="replace" name="replace" value="yes"${replace.mark}> <span>Replace an object of that name</span></label>
${replace.says}
</div>
<div class="field">
<label for="file">File</label>
${file.says}
<input id="file" name="file" type="file"${file.mark}${file.mark && html` autofocus`}>
</div>
<div class="field folder" hidden><label for="folder">Or a folder</label><input id="folder" type="file" name="" webkitdirectory></div>
<p class="submit"><button class="primary">Upload</button></p>
<p class="hint drop" hidden>Or drop files and folders anywhere on this page.</p>
<div class="queue" hidden><p role="status"></p><progress aria-label="Progress"></progress><button type="button">Cancel all</button><ul></ul></div>
</form>`;
}
