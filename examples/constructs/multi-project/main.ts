import { App } from 'cdktf';
import { MultiProjectStack } from './multi-project-stack';

const app = new App();
new MultiProjectStack(app, 'multi-project');
app.synth();
