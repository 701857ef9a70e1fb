import { controlCalls } from '../../emulator/control/api/table';
import { CONTROL_PREFIX } from '../../emulator/http/paths';
import { type Documented, membersOf } from './doc-comments';
import { code, table } from './markdown';

const FAULT = 'emulator/faults/spec.ts';
const FILTER = 'emulator/journal/request-filter.ts';

/** Control of a running emulator by tests: calls, faults, and request filters. */
export const controlParts = {
  control: () =>
    table(
      ['Call', 'Does'],
      controlCalls.map(({ method, path, summary }) => [code(`${method} ${CONTROL_PREFIX}${path}`), summary]),
    ),
  fault: () => members(membersOf(FAULT, 'FaultSpec')),
  where: () => members(membersOf(FILTER, 'RequestFilter')),
  journal: () => members(membersOf('emulator/journal/entry.ts', 'JournalEntry')),
  'journal-filter': () =>
    members([...membersOf('emulator/journal/filter.ts', 'JournalFilter'), ...membersOf(FILTER, 'RequestFilter')]),
};

const members = (all: readonly Documented[]) =>
  table(
    ['Member', 'What it is'],
    all.map(({ name, says }) => [code(name), says]),
  );
