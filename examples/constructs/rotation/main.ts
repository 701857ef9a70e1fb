import { App } from 'cdktf';
import { RotationStack } from './rotation-stack';

const app = new App();
new RotationStack(app, 'rotation');
app.synth();
