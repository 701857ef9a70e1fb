import type { TerraformElement } from 'cdktf';

/** What CDK Terrain offers beside CDKTF: a check that the app's target versions know a feature. */
interface Gated {
  registerProviderFeatureUsage?(feature: string): void;
}

/** Has CDK Terrain check at synthesis that the versions which an app targets know what is ephemeral. CDKTF has no such check. */
export function needsEphemeral(element: TerraformElement): void {
  (element as unknown as Gated).registerProviderFeatureUsage?.('ephemeralResources');
}
