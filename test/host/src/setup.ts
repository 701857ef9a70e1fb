import { Testing } from 'cdktf';
import { expect } from 'vitest';

interface TerraformClass {
  readonly tfResourceType: string;
}

declare module 'vitest' {
  interface Matchers {
    toHaveResource(type: TerraformClass): void;
    toHaveResourceWithProperties(type: TerraformClass, properties: Record<string, unknown>): void;
    toHaveProviderWithProperties(type: TerraformClass, properties: Record<string, unknown>): void;
  }
}

// cdktf adds its matchers to a global `expect`.
Object.assign(globalThis, { expect });
Testing.setupJest();
