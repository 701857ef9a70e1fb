import { serve } from '../framework/protocol/serve';
import { provider } from './provider';

// The program that Terraform starts, several times in one command. `serve` is imported first: it keeps stdout for Terraform.
serve(provider);
