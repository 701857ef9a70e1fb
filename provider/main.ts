import './protocol/stdout-guard';
import { createProviderServer } from './framework/server/provider-server';
import { failToStart, serve } from './protocol/serve';
import { provider } from './provider';

serve((environment) => createProviderServer(provider, environment)).catch(failToStart);
