import type { TerraformResource, TerraformResourceLifecycle } from 'cdktf';

/**
 * Has a resource created before the one that it replaces is destroyed. A lifecycle that the program sets later keeps that order,
 * unless it sets another one.
 */
export class ReplacementOrder {
  #lifecycle: TerraformResourceLifecycle;
  #createsFirst = true;

  constructor(resource: TerraformResource) {
    this.#lifecycle = this.#completed(resource.lifecycle ?? {});
    // `lifecycle` is a plain property of the framework's class, which programs in every language set.
    Object.defineProperty(resource, 'lifecycle', {
      configurable: true,
      enumerable: true,
      get: () => (Object.keys(this.#lifecycle).length > 0 ? this.#lifecycle : undefined),
      set: (lifecycle: TerraformResourceLifecycle | undefined) => {
        this.#lifecycle = this.#completed(lifecycle ?? {});
      },
    });
  }

  /** Has the resource created after the one that it replaces is destroyed. The rest of the lifecycle stays. */
  destroyFirst(): void {
    const { createBeforeDestroy: _, ...others } = this.#lifecycle;
    this.#lifecycle = others;
    this.#createsFirst = false;
  }

  /** Whether the program sets the order that {@link destroyFirst} has ended. */
  get isContradicted(): boolean {
    return !this.#createsFirst && this.#lifecycle.createBeforeDestroy === true;
  }

  #completed(lifecycle: TerraformResourceLifecycle): TerraformResourceLifecycle {
    if (!this.#createsFirst) return lifecycle;
    return { ...lifecycle, createBeforeDestroy: lifecycle.createBeforeDestroy ?? true };
  }
}
