/**
 * The makers of Coffer, its repository, and the names of everything that ships. No other file decides a name. After a change here,
 * run `npm run projen`; tests then name the pages that have to follow.
 */

/** Account of the source repository, and namespace of the provider in every registry. */
export const OWNER = 'coffer';

/** Both provider registries require exactly this name: `terraform-provider-` and the type of the provider. */
export const REPOSITORY = 'terraform-provider-coffer';

export const REPOSITORY_URL = `https://github.com/${OWNER}/${REPOSITORY}`;

/** Author of every package, and the contact in SECURITY.md, SUPPORT.md and CODE_OF_CONDUCT.md. */
export const AUTHOR = { name: 'Coffer engineers', email: 'engineers@coffer.example' } as const;

/** Version of everything in this repository. */
export const VERSION = '0.1.0';

/** Source address of the provider in `required_providers`. */
export const PROVIDER_SOURCE = `${OWNER}/coffer`;

/** The parts of the provider's file names. */
export const NAMES = { typeName: 'coffer', source: PROVIDER_SOURCE } as const;

export interface LibraryNames {
  readonly npm: string;
  readonly python: { readonly distName: string; readonly module: string };
  readonly java: { readonly groupId: string; readonly artifactId: string; readonly package: string };
  /** The module is a folder of its repository. */
  readonly go: { readonly moduleName: string; readonly packageName: string };
  readonly dotnet: string;
}

const library = (cdk: 'cdktf' | 'cdktn', dotnet: string): LibraryNames => ({
  npm: `${cdk}-coffer`,
  python: { distName: `${cdk}-coffer`, module: `${cdk}_coffer` },
  java: { groupId: 'dev.coffer', artifactId: `${cdk}-coffer`, package: `dev.coffer.${cdk}` },
  go: { moduleName: `github.com/${OWNER}/${cdk}-coffer-go`, packageName: 'coffer' },
  dotnet,
});

/** The construct library for CDKTF, and its twin for CDK Terrain. */
export const LIBRARIES = { cdktf: library('cdktf', 'Coffer.Cdktf'), cdktn: library('cdktn', 'Coffer.Cdktn') } as const;

/** The package of the framework on npm, which says no other name of ours. */
export const FRAMEWORK = 'terraform-provider-kit';

/** The package that `npm create terraform-provider-kit NAME` runs. */
export const CREATOR = `create-${FRAMEWORK}`;

/** The emulator's package on npm. */
export const EMULATOR = 'coffer-emulator';

/**
 * How pages start the emulator: the installed program. npx would fetch it where it is not installed, and until the name is registered anybody could publish
 * another program under it. Then this becomes `npx coffer-emulator`, and `npm run generate` writes it into the pages.
 */
export const EMULATOR_COMMAND = `node_modules/.bin/${EMULATOR}`;

/** Names of the emulator's package for Python, which starts the one on npm. */
export const EMULATOR_FOR_PYTHON = { distName: EMULATOR, module: 'coffer_emulator' } as const;

/** Container images, in the registry of the source repository's host: the emulator, and Terraform's layout with the provider in it. */
export const IMAGES = { emulator: `ghcr.io/${OWNER}/${EMULATOR}`, provider: `ghcr.io/${OWNER}/${REPOSITORY}` } as const;
