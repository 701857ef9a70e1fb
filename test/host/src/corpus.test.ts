import { expect, test } from 'vitest';
import { CORPUS } from './corpus';
import { makeApp, synthApp } from './support';

/*
 * The corpus is what practitioners rely on: a check that refuses or warns of one of its programs is wrong. test/real/deploy/corpus.test.ts
 * has Terraform judge the code.
 */

test('the corpus is large enough to judge by', () => {
  expect(CORPUS.length).toBeGreaterThanOrEqual(60);
});

test.each(CORPUS)('%s: it is legal, and nothing but what it says is warned about', (_, { build, warns = [] }) => {
  const app = makeApp();
  build(app);

  synthApp(app);

  const warnings = app.node
    .findAll()
    .flatMap(({ node }) => node.metadata.filter(({ type }) => type === '@cdktf/warn').map(({ data }) => String(data)));
  expect(warnings).toEqual(warns.map((part) => expect.stringContaining(part)));
});
