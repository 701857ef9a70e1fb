/** The API for provider code. `serve` is a module of its own, because it must be the first import of the main file. */
export { type Action, type ActionDefinition, type AnyAction, defineAction, type InvokeRequest } from './action';
export * from './data-source';
export { defineProvider } from './define-provider';
export { type Diagnostic, DiagnosticError, Diagnostics } from './diagnostic';
export * from './ephemeral-resource';
export { nameOf } from './failure';
export { fromEnvironment, type Variables, variableOf, withEnvironment } from './from-environment';
export * from './function';
export * from './list-resource';
export type { Log, LogLevel } from './log';
export { leftUnknown, noteKnown } from './plan/import-marks';
export type { PrivateState, PrivateValue } from './plan/private-state';
export * from './provider';
export { type Redactor, redactor } from './redact';
export * from './resource';
export * from './schema/attributes';
export * from './schema/config-validators';
export {
  type ElementType,
  fillFromState,
  type Model,
  type Plan,
  type Planned,
  type PlannedValue,
  type PlanValues,
  type Saved,
  type State,
  type ValueOf,
  type Values,
} from './schema/model';
export { json, time, url } from './schema/normalized';
export * from './schema/plan-modifiers';
export {
  type Attribute,
  type Attributes,
  attributeType,
  type NestedType,
  type Nesting,
  type Schema,
  type Validator,
} from './schema/schema';
export { type TimedOperation, type TimeLimit, timeouts } from './schema/timeouts';
export * from './schema/validators';
export { appendedUserAgent } from './user-agent';
export { LONGEST_MS, parseDuration } from './values/duration';
export { valuesEqual } from './values/equal';
export { compareNumbers, numbersEqual, toBigInt, toInt64 } from './values/number';
export { formatPath, type Path, type PathStep, path } from './values/path';
export type { Got } from './values/quote-value';
export type { CollectionType, ObjectType, Primitive, TupleType, Type } from './values/type';
export {
  Decimal,
  Dynamic,
  isList,
  isNumber,
  isObject,
  isUnknown,
  isWhollyKnown,
  type NumberValue,
  type ObjectValue,
  UNKNOWN,
  Unknown,
  type Value,
} from './values/value';
export { type Definitions, withConnection } from './with-connection';
