import { App } from 'cdktf';
import { PullSecretEcrStack } from './pull-secret-ecr-stack';

const app = new App();
new PullSecretEcrStack(app, 'pull-secret-ecr', {
  image: '123456789012.dkr.ecr.eu-central-1.amazonaws.com/acme/web:1.2',
  accountId: '123456789012',
  region: 'eu-central-1',
});
app.synth();
