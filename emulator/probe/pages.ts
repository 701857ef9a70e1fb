import type { Knobs } from '../settings/knobs';
import type { List } from './lists';
import { isDone, isObject } from './server';
import { describe, type Session, type Step } from './session';

/** Makes secrets until a list has a second page, or the limit is reached, to see the form of lists and their pages. */
export const pages: Step = {
  knobs: ['listShape', 'pageSize'],

  async run(session) {
    const { findings } = session;
    let list = await session.list('/secrets');
    for (let made = 0; list.next === undefined && made < session.limits.objects; ) {
      // Doubles the number each time, which takes few lists and not many more secrets than necessary.
      const goal = Math.min(Math.max(2, 2 * made), session.limits.objects);
      for (; made < goal; made += 1) {
        if (!isDone(await session.createSecret(`page-${made}`))) return giveUp(session, list, 'a secret was refused');
      }
      list = await session.list('/secrets');
    }
    if (list.next === undefined) return giveUp(session, list, `${list.firstLength} objects came on one page`);
    findings.see('pageSize', list.firstLength, 'a list with a second page');
    seeShape(session, list);
  },
};

function giveUp(session: Session, list: List, reason: string): void {
  session.findings.miss('pageSize', reason);
  seeShape(session, list);
}

function seeShape({ findings }: Session, { first, next }: List): void {
  const shape = shapeOf(first.json, next);
  if (shape) findings.see('listShape', shape, next ? 'a list with a second page' : 'a list of one page');
  else findings.miss('listShape', `a list came in another form (${describe(first)})`);
}

function shapeOf(json: unknown, next: List['next']): Knobs['listShape'] | undefined {
  if (Array.isArray(json)) return next === 'link' ? 'array_link' : 'array';
  if (!isObject(json) || !Array.isArray(json.data)) return undefined;
  if (next === 'link') return 'envelope_link';
  return 'next_cursor' in json ? 'envelope_cursor' : 'envelope';
}
