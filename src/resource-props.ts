import type { ITerraformDependable, TerraformProvider } from 'cdktf';
import type { Duration } from './duration';

/** Where an object is managed or looked up. */
export interface PlacementProps {
  /**
   * Provider that manages the object, or looks it up, if a stack has more than one.
   *
   * @default - the `CofferProvider` without an alias
   */
  readonly provider?: TerraformProvider;

  /**
   * Project of the object. A change replaces a resource.
   *
   * @default - the project of the provider; a look-up without one searches every project of the token
   */
  readonly projectId?: string;
}

/** Props that all resources of Coffer share. */
export interface ResourceProps extends PlacementProps {
  /**
   * Constructs that have to be created first. References between constructs are dependencies without this prop. `node.addDependency` has no
   * effect in CDKTF.
   *
   * @default - only what the props refer to
   */
  readonly dependsOn?: ITerraformDependable[];

  /**
   * Imports the existing object with this id instead of creating a new one. The prop may stay or go once the object is in the state.
   *
   * @default - a new object is created
   */
  readonly importId?: string;

  /**
   * Total time limit for creating: waits, retries, and the search for an object whose create response was lost. Creating also waits
   * this long, instead of 30 seconds, for what the service does not know yet, such as a newly created bucket.
   *
   * @default - 5 minutes
   */
  readonly createTimeout?: Duration;

  /**
   * Time limit for a refresh.
   *
   * @default - 5 minutes
   */
  readonly readTimeout?: Duration;

  /**
   * Time limit for an update. An update also waits this long, instead of 30 seconds, until the service shows it.
   *
   * @default - 5 minutes
   */
  readonly updateTimeout?: Duration;

  /**
   * Time limit for destroying. It has to be applied before the destroy.
   *
   * @default - 5 minutes, and an hour for a bucket, which may have to be emptied
   */
  readonly deleteTimeout?: Duration;
}
