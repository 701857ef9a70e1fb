/** The API for provider code. `serve` is a module of its own, because it must be the first import of the main file. */
export { type Action, type ActionDefinition, type AnyAction, defineAction, type InvokeRequest } from './action';
export {
  type AttributeOptions,
  bool,
  int64,
  list,
  listNested,
  map,
  mapNested,
  number,
  object,
  type RequiredOptions,
  set,
  setNested,
  singleNested,
  string,
} from './attributes';
export {
  atLeastOneOf,
  type ConfigValidator,
  conflicting,
  exactlyOneOf,
  isSet,
  maySet,
  requiredTogether,
} from './config-validators';
export {
  type AnyDataSource,
  type DataSource,
  type DataSourceDefinition,
  defineDataSource,
  type ReadDataRequest,
} from './data-source';
export { defineProvider } from './define-provider';
export { type Diagnostic, DiagnosticError, Diagnostics } from './diagnostic';
export { LONGEST_MS, parseDuration } from './duration';
export {
  type AnyEphemeralResource,
  type CloseRequest,
  defineEphemeralResource,
  type EphemeralResource,
  type EphemeralResourceDefinition,
  type OpenRequest,
} from './ephemeral-resource';
export { valuesEqual } from './equal';
export { nameOf } from './failure';
export { fromEnvironment, type Variables, variableOf, withEnvironment } from './from-environment';
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
export type { Got } from './got';
export { leftUnknown, noteKnown } from './import-marks';
export {
  type AnyListResource,
  defineListResource,
  type Listed,
  type ListRequest,
  type ListResource,
  type ListResourceDefinition,
} from './list-resource';
export type { ElementType, Model, Planned, PlannedValue, State, ValueOf, Values } from './model';
export { compareNumbers, numbersEqual, toBigInt, toInt64 } from './number';
export { formatPath, type Path, type PathStep, path } from './path';
export {
  type AttributeChange,
  type PlanModifier,
  requiresReplace,
  requiresReplaceIf,
  requiresReplaceIfConfigured,
  requiresReplaceIfKnown,
  useNonNullStateForUnknown,
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
  type PlanRequest,
  type ReadRequest,
  type Resource,
  type ResourceDefinition,
  type StateUpgrader,
  stateUpgrader,
  type UpdateRequest,
  type ValidateRequest,
} from './resource';
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
export {
  atLeast,
  atMost,
  between,
  duration,
  keysAre,
  lengthAtLeast,
  lengthAtMost,
  lengthBetween,
  noneOf,
  oneOf,
  regexMatches,
  regularExpression,
  sizeAtLeast,
  sizeAtMost,
  sizeBetween,
  textThat,
  timestamp,
  valuesAre,
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
export { type Definitions, withConnection } from './with-connection';
