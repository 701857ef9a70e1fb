import { type App, TerraformElement, Testing } from 'cdktf';
import type { IConstruct } from 'constructs';
import { expect, test } from 'vitest';
import { CORPUS } from './corpus';
import { makeApp, synthApp, warningsBelow } from './support';

/*
 * The corpus is what practitioners rely on: a check that refuses or warns of one of its programs is wrong. test/real/deploy/corpus.test.ts
 * has Terraform judge the code. The twin runs both.
 */

test.each(CORPUS)('%s: it is legal, and nothing but what it says is warned about', (_, { build, warns }) => {
  const app = makeApp();
  build(app);

  synthApp(app);

  expect(warningsBelow(app)).toEqual(warns.map((part) => expect.stringContaining(part)));
});

/** The first program with each kind of construct: the name of its class, with those of what is in it. */
const OF_EACH_KIND = (() => {
  const seen = new Set<string>();
  return CORPUS.filter(([, { build }]) => {
    const app = Testing.app();
    build(app);
    const kinds = app.node
      .findAll()
      .filter((construct) => gettersOf(construct).length > 0)
      .map((each) => [each.constructor.name, ...each.node.children.map(({ node }) => node.id)].join());
    const before = seen.size;
    for (const kind of kinds) seen.add(kind);
    return seen.size > before;
  });
})();

test.each(OF_EACH_KIND)(
  'C11: reading every getter changes nothing in the code, and no logical id is fixed: %s',
  (_, { build }) => {
    const codeOf = (look: (construct: IConstruct) => unknown) => {
      const app: App = Object.assign(makeApp(), { skipValidation: true });
      build(app);
      const all = app.node.findAll();
      all.forEach(look);
      for (const each of all.filter(TerraformElement.isTerraformElement))
        if (each.node.id === 'Resource') each.overrideLogicalId(each.node.path.replace(/\W/g, '_'));
      return synthApp(app);
    };

    expect(codeOf((construct) => gettersOf(construct).map((getter) => isRead(construct, getter)))).toEqual(
      codeOf(() => undefined),
    );
  },
);

/** The getters of a construct; what a property of CDKTF's own does is not ours. */
function gettersOf(construct: IConstruct): string[] {
  const getters: string[] = [];
  if (TerraformElement.isTerraformElement(construct)) return getters;
  let type = Object.getPrototypeOf(construct);
  for (; type && type.constructor.name !== 'Construct'; type = Object.getPrototypeOf(type)) {
    const described = Object.entries(Object.getOwnPropertyDescriptors(type));
    getters.push(...described.filter(([, { get }]) => get).map(([name]) => name));
  }
  return getters;
}

/** Reads a getter. Some throw, as documented for objects that are referred to by their id alone. */
function isRead(construct: IConstruct, getter: string): boolean {
  try {
    return (construct as unknown as Record<string, unknown>)[getter] !== undefined;
  } catch {
    return false;
  }
}
