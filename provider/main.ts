import { serve } from '../framework/protocol/serve';
import { provider } from './provider';

serve(provider);
