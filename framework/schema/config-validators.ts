import { path } from '../values/path';
import { isUnknown } from '../values/value';
import type { Planned } from './model';
import type { ObjectValidator } from './schema';

/** A check that spans attributes. What is not known yet passes; empty texts and collections are configured. It also receives values of wrong types. */
export type ConfigValidator<M> = ObjectValidator<Planned<M>>;

type Named<N extends string> = { readonly [A in N]: unknown };

/** The check with the names of its attributes, so that a wrong one is found when the provider is defined. */
const over = <N extends string>(names: readonly N[], check: ConfigValidator<Named<N>>): ConfigValidator<Named<N>> =>
  Object.assign(check, { names });

/** True for a value that is configured and known. */
export const isSet = (value: unknown): boolean => value !== null && value !== undefined && !isUnknown(value);

/** Returns true for a value that is configured, or unknown and so possibly configured. */
export const maySet = (value: unknown): boolean => value !== null && value !== undefined;

/** Allows at most one of these attributes. The error is at the second configured attribute, in the order of `names`. */
export const conflicting = <N extends string>(...names: readonly N[]): ConfigValidator<Named<N>> =>
  over(names, (config, diagnostics) => {
    const [, second] = names.filter((name) => isSet(config[name]));
    if (second === undefined) return;
    const detail = `Set ${choice(names)}, not ${names.length === 2 ? 'both' : 'more than one of them'}.`;
    diagnostics.error('Conflicting attributes', detail, path(second));
  });

/** Requires at least one of these attributes. */
export const atLeastOneOf = <N extends string>(...names: readonly N[]): ConfigValidator<Named<N>> =>
  over(names, (config, diagnostics) => {
    if (names.some((name) => maySet(config[name]))) return;
    diagnostics.error(`Missing ${names[0]}`, `Set ${choice(names)}.`, path(...names.slice(0, 1)));
  });

/** Requires exactly one of these attributes. */
export const exactlyOneOf = <N extends string>(...names: readonly N[]): ConfigValidator<Named<N>> =>
  over(names, (config, diagnostics) => {
    conflicting(...names)(config, diagnostics);
    atLeastOneOf(...names)(config, diagnostics);
  });

/** Requires all of these attributes, or none. */
export const requiredTogether = <N extends string>(...names: readonly N[]): ConfigValidator<Named<N>> =>
  over(names, (config, diagnostics) => {
    const missing = names.filter((name) => !maySet(config[name]));
    if (missing.length === 0 || !names.some((name) => isSet(config[name]))) return;
    const detail = `Set ${names.join(', ')} together, or none of them; ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing.`;
    diagnostics.error(`Missing ${missing[0]}`, detail, path(...missing.slice(0, 1)));
  });

const choice = (names: readonly string[]) => `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
