import { type App, TerraformStack } from 'cdktf';
import { CofferProvider } from '../../../../src';

/** What applying a program makes at the service. */
export interface Made {
  readonly buckets?: number;
  readonly keys?: number;
  readonly secrets?: number;
  readonly pullSecrets?: number;
}

/**
 * A small program as practitioners write them. It is legal and has to stay so: no check may refuse it or warn of it, Terraform
 * accepts its code, and its addresses in Terraform stay the same. Programs import nothing of a test runner.
 */
export interface LegalProgram {
  readonly build: (app: App) => void;
  /** A part of each warning that synthesis shows. */
  readonly warns: readonly string[];
  /**
   * For a program that is applied, stack by stack in order of definition. The others rely on what an empty service does not have, or
   * on a token for each project.
   */
  readonly makes?: Made;
  /** Input variables of those, which have no default. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Programs by what they do, in words. */
export type Programs = Readonly<Record<string, LegalProgram>>;

/** The projects of a service that programs name. */
export const PROJECTS = ['shop-staging', 'shop-production'] as const;

/** What is said of a program beside what it does, in one: what it makes, if it is applied, and the rest. */
interface Facts extends Made {
  readonly warns?: readonly string[];
  /** The names of its variables, whose values are canaries. */
  readonly variables?: readonly string[];
}

/** Most programs: one stack, with the provider that the environment configures. */
export const inStack = (facts: Facts, build: (stack: TerraformStack, app: App) => void): LegalProgram =>
  inApp(facts, (app) => build(stackWithProvider(app, 'app'), app));

/** A program that defines its stacks itself. */
export function inApp({ warns = [], variables = [], ...makes }: Facts, build: LegalProgram['build']): LegalProgram {
  return {
    build,
    warns,
    variables: Object.fromEntries(variables.map((name) => [name, `canary-${name}`])),
    ...(Object.keys(makes).length > 0 && { makes }),
  };
}

/** A stack with the provider that the environment configures. */
export function stackWithProvider(app: App, id: string): TerraformStack {
  const stack = new TerraformStack(app, id);
  new CofferProvider(stack, 'coffer');
  return stack;
}
