import type { Breaks } from '../break';

export const emulatorBreaks: Breaks = {
  E1: {
    does: 'overlooks the knob `noDescription`',
    file: 'emulator/rest/buckets.ts',
    find: "description: bucket.description === null ? missing[rely('noDescription')] : bucket.description,",
    replace: 'description: bucket.description === null ? missing.absent : bucket.description,',
  },
  E2: {
    does: 'leaves a secret behind whose id it was not told',
    file: 'emulator/probe/made.ts',
    find: "await this.#deleteListed('secret', ({ name }) => name);",
  },
  E3: {
    does: 'carries out with `--interface-only` what the interface does not show',
    file: 'emulator/settings/assumptions.ts',
    find: 'if (DECIDING.has(name) && this.isInterfaceOnly()) throw notShown(name);',
  },
  E4: {
    does: 'lists a new object at once although the lag says later',
    file: 'emulator/domain/collection.ts',
    find: 'if (this.#hidden.take(id)) return false;',
    replace: 'this.#hidden.take(id);',
  },
  E5: {
    does: 'judges the age of a signature by the virtual clock',
    file: 'emulator/s3/auth/header-claim.ts',
    find: 'checkAge(signedAt, context.realNow());',
    replace: 'checkAge(signedAt, context.now());',
  },
  E6: {
    does: 'knows no host that a bucket may stand before',
    file: 'emulator/s3/routing/target.ts',
    find: 'this.#bases = [...new Set(hosts)].sort((a, b) => b.length - a.length);',
    replace: 'this.#bases = hosts.slice(hosts.length);',
  },
  E7: {
    does: 'does not name faults that were never met',
    file: 'emulator/faults/faults.ts',
    find: 'return this.#active.filter((fault) => fault.met === 0);',
    replace: 'return this.#active.filter((fault) => fault.met < 0);',
  },
  E8: {
    does: "refuses to create one's own bucket like any other",
    file: 'emulator/s3/operations/client-buckets.ts',
    find: 'if (bucket && caller.bucketIds.includes(bucket.id)) throw ownedByYou(bucketName);',
    replace: 'if (bucket && caller.bucketIds.length < 0) throw ownedByYou(bucketName);',
  },
  E9: {
    does: 'reads no bucket from the host',
    file: 'emulator/s3/routing/target.ts',
    find: "if (inHost !== '') {",
    replace: "if (inHost !== '' && host === '') {",
  },
  E10: {
    does: 'opens a data folder of a newer version',
    file: 'emulator/sqlite/open.ts',
    find: 'if (version > migrations.length) {',
    replace: 'if (version < 0) {',
  },
  E11: {
    does: 'takes a folder with foreign files for its own',
    file: 'emulator/files/data-folder.ts',
    find: 'if (isFresh) requireFree(folder);',
  },
  E12: {
    does: 'keeps bytes that were on their way when everything was replaced',
    file: 'emulator/domain/objects/blobs.ts',
    find: 'if (blob.generation !== this.#generation) {',
    replace: 'if (blob.generation > this.#generation) {',
  },
  E13: {
    does: 'applies faults to the requests of every project',
    file: 'emulator/journal/request-filter.ts',
    find: '(projectId === undefined || request.projectIds.includes(projectId)) &&',
  },
  E14: {
    does: 'shows fields of a body that are on no list',
    file: 'emulator/journal/allow-list.ts',
    find: 'else others.push(field);',
    replace: 'else known.push([field, part]);',
  },
  E15: {
    does: 'asks for the body of a request before it refuses it',
    file: 'emulator/rest/app.ts',
    find: 'if (hasBody(request) && !mayServe(request)) return done(null, withoutBody(request.headers));',
    replace:
      'if (waiting.has(request.raw)) reply.raw.writeContinue();\n    if (hasBody(request) && !mayServe(request)) return done(null, withoutBody(request.headers));',
  },
  E16: {
    does: 'serves an object whose file is known to be damaged',
    file: 'emulator/files/object-files.ts',
    find: 'if (says !== undefined) throw damaged(file, says);',
    replace: "if (says === '') throw damaged(file, says);",
  },
  E17: {
    does: 'keeps no reason of what was refused',
    file: 'emulator/rest/handle.ts',
    find: 'entry.error = toRecorded(error);',
  },
};
