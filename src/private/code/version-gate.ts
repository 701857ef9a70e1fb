import type { TerraformElement } from 'cdktf';

/** API that CDK Terrain adds to CDKTF: a check that the app's target versions support a feature. */
interface Gated {
  registerProviderFeatureUsage?(feature: string): void;
}

/** Lets CDK Terrain check at synthesis that the app's target versions support ephemeral resources. CDKTF has no such check. */
export function needsEphemeral(element: TerraformElement): void {
  (element as unknown as Gated).registerProviderFeatureUsage?.('ephemeralResources');
}
