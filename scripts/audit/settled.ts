import type { Vex } from '../release/vex';
import { type Advisory, namesOf } from './osv';
import type { Component } from './query';

/** Whether a document settles an advisory about a component of a product, in exactly its version. An investigation settles nothing. */
export function isSettled({ statements }: Vex, advisory: Advisory, { purl = '', product }: Component): boolean {
  const names = namesOf(advisory);
  const id = withoutQualifiers(purl);
  return statements.some(
    ({ vulnerability: { name, aliases = [] }, status, products }) =>
      status !== 'under_investigation' &&
      [name, ...aliases].some((alias) => names.includes(alias)) &&
      products.some(
        ({ '@id': of, subcomponents = [] }) =>
          of === product && subcomponents.some((component) => withoutQualifiers(component['@id']) === id),
      ),
  );
}

const withoutQualifiers = (purl: string): string => decodeURIComponent(purl.replace(/[?#].*$/, ''));
