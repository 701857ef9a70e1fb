/** The API for provider code. `serve` is a module of its own, because it must be the first import of the main file. */
export { type Action, type AnyAction, defineAction, type InvokeRequest } from './action';
export { conflict, isSet, maySet } from './config';
export { type AnyDataSource, type DataSource, defineDataSource, type ReadDataRequest } from './data-source';
export { type Diagnostic, DiagnosticError, Diagnostics } from './diagnostic';
export { LONGEST_MS, parseDuration } from './duration';
export {
  type AnyEphemeralResource,
  type CloseRequest,
  defineEphemeralResource,
  type EphemeralResource,
  type OpenRequest,
} from './ephemeral-resource';
export { valuesEqual } from './equal';
export { nameOf } from './failure';
export { fromEnvironment, type Variables, variableOf } from './from-environment';
export {
  defineFunction,
  FunctionError,
  numberParameter,
  objectsParameter,
  orNull,
  orUnknown,
  type Parameter,
  type ProviderFunction,
  stringParameter,
} from './function';
export { leftUnknown, noteKnown } from './import-marks';
export {
  type AnyListResource,
  defineListResource,
  type Listed,
  type ListRequest,
  type ListResource,
} from './list-resource';
export { numbersEqual, toBigInt } from './number';
export { formatPath, type Path, type PathStep, path } from './path';
export {
  type AttributeChange,
  fixedAtCreation,
  type PlanModifier,
  requiresReplace,
  requiresReplaceIfKnown,
  useStateForUnknown,
} from './plan-modifiers';
export type { PrivateState, PrivateValue } from './private-state';
export type {
  Attached,
  Configured,
  ConfigureRequest,
  Environment,
  HostProcess,
  LogLevel,
  Provider,
  ProviderNames,
} from './provider';
export {
  type AnyResource,
  type CreateRequest,
  type DeleteRequest,
  defineResource,
  type Handling,
  type ImportRequest,
  type MoveRequest,
  type PlanDestroyRequest,
  type Planned,
  type PlanRequest,
  type ReadRequest,
  type Resource,
  type StateUpgrader,
  type UpdateRequest,
  type ValidateRequest,
} from './resource';
export {
  type Attribute,
  type AttributeOptions,
  type Attributes,
  attributeType,
  bool,
  listOfStrings,
  type Model,
  mapOfStrings,
  type NestedType,
  nested,
  nestedList,
  number,
  type Schema,
  setOfStrings,
  string,
  type Validator,
} from './schema';
export { type TimedOperation, type TimeLimit, timeouts } from './timeouts';
export type { CollectionType, ObjectType, Primitive, TupleType, Type } from './type';
export { appendedUserAgent } from './user-agent';
export {
  duration,
  notEmpty,
  oneOf,
  regularExpression,
  someStrings,
  textThat,
  timestamp,
  wholeNumber,
} from './validators';
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
