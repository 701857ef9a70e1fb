import { App } from 'cdktn';
import { WebAppStack } from './web-app-stack';

// Write-only values need a Terraform that knows them, and cdktn wants to be told.
const app = new App({ context: { targetVersions: { terraform: '>=1.11.0' } } });
new WebAppStack(app, 'web-app');
app.synth();
