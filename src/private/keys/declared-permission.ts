import type { IConstruct } from 'constructs';
import type { Permission } from '../../permission';
import { nameOfKey } from '../identities/key-kinds';
import { accessOf, FLAGS, mayBe } from './key-access';
import { flagsOf } from './permissions';

/** Reports, in a sentence, that the code of a key allows more than the key declares, which is a limit (C12). */
export function findExcess(key: IConstruct, resource: IConstruct, declared: Permission | undefined): string[] {
  const access = accessOf(resource);
  if (!declared || !access) return [];
  const excess = FLAGS.filter((flag) => mayBe(access, flag) === true && !flagsOf(declared)[flag]);
  if (excess.length === 0) return [];
  return [
    `${nameOfKey(key)} declares "permission" ${declared}, but "permissions" of its resource was set with ${excess.join(' and ')}, too: ` +
      'declare what the key is to have',
  ];
}
