import { serve } from 'terraform-provider-kit/serve';
import { provider } from './provider';

serve(provider);
