import type { ITerraformDependable, TerraformProvider } from 'cdktf';

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
}
