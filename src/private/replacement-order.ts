import type { TerraformResource, TerraformResourceLifecycle } from 'cdktf';

/**
 * Has a resource made before the one that it replaces is destroyed. A lifecycle that the program sets later keeps that order, unless it
 * says otherwise itself.
 */
export class ReplacementOrder {
  #lifecycle: TerraformResourceLifecycle;
  #createsFirst = true;

  constructor(resource: TerraformResource) {
    this.#lifecycle = this.#completed(resource.lifecycle ?? {});
    // A plain property of the framework's class, which programs in every language set.
    Object.defineProperty(resource, 'lifecycle', {
      configurable: true,
      enumerable: true,
      get: () => (Object.keys(this.#lifecycle).length > 0 ? this.#lifecycle : undefined),
      set: (lifecycle: TerraformResourceLifecycle | undefined) => {
        this.#lifecycle = this.#completed(lifecycle ?? {});
      },
    });
  }

  /** Has the resource made after the one that it replaces is destroyed. What else the lifecycle says stays. */
  destroyFirst(): void {
    const { createBeforeDestroy: _, ...others } = this.#lifecycle;
    this.#lifecycle = others;
    this.#createsFirst = false;
  }

  /** Whether the program asks for the order that {@link destroyFirst} has ended. */
  get isContradicted(): boolean {
    return !this.#createsFirst && this.#lifecycle.createBeforeDestroy === true;
  }

  #completed(lifecycle: TerraformResourceLifecycle): TerraformResourceLifecycle {
    if (!this.#createsFirst) return lifecycle;
    return { ...lifecycle, createBeforeDestroy: lifecycle.createBeforeDestroy ?? true };
  }
}
