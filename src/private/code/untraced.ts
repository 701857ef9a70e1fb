import type { TerraformElement } from 'cdktf';

/**
 * Creates low-level constructs and tokens without the stack traces that CDKTF takes for each of their tokens, a third of the cost of
 * creating a construct. The traces would begin in this library, and are shown only for a token that cannot be resolved, which these
 * can. An error thrown meanwhile takes its own stack trace.
 */
export function untraced<T>(make: () => T): T {
  const { captureStackTrace } = Error;
  Error.captureStackTrace = () => undefined;
  try {
    return make();
  } finally {
    Error.captureStackTrace = captureStackTrace;
  }
}

/** API that CDK Terrain adds to CDKTF: a check that the app's target versions support a feature. */
interface Gated {
  registerProviderFeatureUsage?(feature: string): void;
}

/** Lets CDK Terrain check at synthesis that the app's target versions support ephemeral resources. CDKTF has no such check. */
export function needsEphemeral(element: TerraformElement): void {
  (element as unknown as Gated).registerProviderFeatureUsage?.('ephemeralResources');
}
