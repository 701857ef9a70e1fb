import { App } from 'cdktf';
import { WebAppStack } from './web-app-stack';

const app = new App();
new WebAppStack(app, 'web-app');
app.synth();
