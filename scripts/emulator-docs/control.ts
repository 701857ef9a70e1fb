import { controlCalls } from '../../emulator/rest/control/table';
import { CONTROL_PREFIX } from '../../emulator/rest/control-path';
import { type Documented, membersOf } from './doc-comments';
import { code, table } from './markdown';

const FAULT = 'emulator/rest/fault-spec.ts';
const FILTER = 'emulator/rest/request-filter.ts';

/** Control of a running emulator by tests: calls, faults, and request filters. */
export const controlParts = {
  control: () =>
    table(
      ['Call', 'Does'],
      controlCalls.map(({ method, path, summary }) => [code(`${method} ${CONTROL_PREFIX}${path}`), summary]),
    ),
  fault: () => members(membersOf(FAULT, 'FaultSpec')),
  where: () => members(membersOf(FILTER, 'RequestFilter')),
  journal: () => members(membersOf('emulator/rest/journal.ts', 'JournalEntry')),
  'journal-filter': () =>
    members([...membersOf('emulator/rest/journal-filter.ts', 'JournalFilter'), ...membersOf(FILTER, 'RequestFilter')]),
};

const members = (all: readonly Documented[]) =>
  table(
    ['Member', 'What it is'],
    all.map(({ name, says }) => [code(name), says]),
  );
