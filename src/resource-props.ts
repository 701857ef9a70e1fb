import type { ITerraformDependable, TerraformProvider } from 'cdktf';
import type { Duration } from './duration';

/** What every resource of Coffer takes. */
export interface ResourceProps {
  /**
   * Provider that manages the resource, where a stack has more than one.
   *
   * @default - the `CofferProvider` without an alias
   */
  readonly provider?: TerraformProvider;

  /**
   * What has to be there first. References between constructs need no mention. `node.addDependency` has no effect in CDKTF.
   *
   * @default - only what the props refer to
   */
  readonly dependsOn?: ITerraformDependable[];

  /**
   * Project that the resource belongs to. A change replaces the resource.
   *
   * @default - the project of the provider
   */
  readonly projectId?: string;

  /**
   * Takes over what exists at the service under this id instead of making a new one. Can stay or go once it is in the state.
   *
   * @default - a new one is made
   */
  readonly importId?: string;

  /**
   * How long creating may take in all: waits, repetitions, and the search for what a lost response has made. It is also how long creating
   * waits for what the service does not know yet, such as a bucket that was just made, instead of 30 seconds.
   *
   * @default - 5 minutes
   */
  readonly createTimeout?: Duration;

  /**
   * How long a refresh may take.
   *
   * @default - 5 minutes
   */
  readonly readTimeout?: Duration;

  /**
   * How long an update may take. It is also how long an update waits until the service shows it, instead of 30 seconds.
   *
   * @default - 5 minutes
   */
  readonly updateTimeout?: Duration;

  /**
   * How long destroying may take. It has to be applied before the destroy that it is for.
   *
   * @default - 5 minutes, and an hour for a bucket, which may have to be emptied
   */
  readonly deleteTimeout?: Duration;
}
