/** The API for provider code. `serve` is a module of its own, because it must be the first import of the main file. */
export { type Action, type ActionDefinition, type AnyAction, defineAction, type InvokeRequest } from './action';
export * from './attributes';
export * from './config-validators';
export * from './data-source';
export { defineProvider } from './define-provider';
export { type Diagnostic, DiagnosticError, Diagnostics } from './diagnostic';
export { LONGEST_MS, parseDuration } from './duration';
export * from './ephemeral-resource';
export { valuesEqual } from './equal';
export { nameOf } from './failure';
export { fromEnvironment, type Variables, variableOf, withEnvironment } from './from-environment';
export * from './function';
export { leftUnknown, noteKnown } from './import-marks';
export * from './list-resource';
export type { Log, LogLevel } from './log';
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
} from './model';
export { json, time, url } from './normalized';
export { compareNumbers, numbersEqual, toBigInt, toInt64 } from './number';
export { formatPath, type Path, type PathStep, path } from './path';
export * from './plan-modifiers';
export type { PrivateState, PrivateValue } from './private-state';
export * from './provider';
export type { Got } from './quote-value';
export { type Redactor, redactor } from './redact';
export * from './resource';
export {
  type Attribute,
  type Attributes,
  attributeType,
  type NestedType,
  type Nesting,
  type Schema,
  type Validator,
} from './schema';
export { type TimedOperation, type TimeLimit, timeouts } from './timeouts';
export type { CollectionType, ObjectType, Primitive, TupleType, Type } from './type';
export { appendedUserAgent } from './user-agent';
export * from './validators';
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
} from './value';
export { type Definitions, withConnection } from './with-connection';
