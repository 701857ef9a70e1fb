import type { App, TerraformStack } from 'cdktf';
import { MultiProjectStack } from '../../../examples/constructs/multi-project/multi-project-stack';
import { PullSecretEcrStack } from '../../../examples/constructs/pull-secret-ecr/pull-secret-ecr-stack';
import { RotationStack } from '../../../examples/constructs/rotation/rotation-stack';
import { WebAppStack } from '../../../examples/constructs/web-app/web-app-stack';
import { features } from '../../real/deploy/features';
import { makeStack } from './support';

/** The stacks of the examples in TypeScript, by the names of their folders. */
export const EXAMPLES: Readonly<Record<string, (app: App) => TerraformStack>> = {
  'multi-project': (app) => new MultiProjectStack(app, 'multi-project'),
  'pull-secret-ecr': (app) =>
    new PullSecretEcrStack(app, 'pull-secret-ecr', {
      image: '123456789012.dkr.ecr.eu-central-1.amazonaws.com/acme/web:1.2',
      accountId: '123456789012',
      region: 'eu-central-1',
    }),
  rotation: (app) => new RotationStack(app, 'rotation'),
  'web-app': (app) => new WebAppStack(app, 'web-app'),
};

/** The stacks whose code is pinned in `examples/`: those of the examples, and the program that all languages have. */
export const PINNED: typeof EXAMPLES = {
  ...EXAMPLES,
  features: (app) => {
    const stack = makeStack(app, 'features');
    features(stack);
    return stack;
  },
};
