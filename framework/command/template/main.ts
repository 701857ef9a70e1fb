import { serve } from 'terraform-provider-kit/serve'; // first: it keeps stdout for what Terraform reads there
import { provider } from './provider.ts';

serve(provider);
