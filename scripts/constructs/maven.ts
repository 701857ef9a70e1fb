import { copyFile, cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Library } from '../packages/library';
import { inRoot } from '../support/paths';
import { must } from '../support/run';

/** Maven's local repository of this checkout, with what builds have downloaded and what {@link installFramework} has installed. */
export const MAVEN_REPOSITORY = inRoot('build', 'maven');

/** The framework of the constructs as an npm package, and the program that packs it. */
export interface Framework {
  readonly folder: string;
  /** The jsii-pacmak for libraries that depend on it. */
  readonly pacmak: string;
}

/** By their paths: two versions of jsii-pacmak are installed, and npm links one of them in `node_modules/.bin`. */
export const CDKTF: Framework = {
  folder: inRoot('node_modules/cdktf'),
  pacmak: inRoot('node_modules/jsii-pacmak/bin/jsii-pacmak'),
};
export const CDKTN: Framework = {
  folder: inRoot('node_modules/cdktn'),
  pacmak: inRoot('node_modules/jsii-pacmak-of-cdktn/bin/jsii-pacmak'),
};

interface FrameworkManifest {
  readonly version: string;
  readonly jsii: {
    readonly targets: { readonly java: { readonly maven: Pick<Library['java'], 'groupId' | 'artifactId'> } };
  };
}

/** Builds cdktf's or cdktn's Java package from that of npm, once, into {@link MAVEN_REPOSITORY}: builds and examples use the version locked here. */
export async function installFramework({ folder, pacmak }: Framework): Promise<void> {
  const { version, jsii } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as FrameworkManifest;
  const { groupId, artifactId } = jsii.targets.java.maven;
  const place = join(...groupId.split('.'), artifactId);
  const artifact = join(MAVEN_REPOSITORY, place);
  const installed = join(artifact, version);
  if ((await readdir(installed).catch(() => [])).length > 0) return;

  const scratch = inRoot('build', `${artifactId}-java-${process.pid}`);
  try {
    const arguments_ = [folder, '--target', 'java', '--outdir', scratch];
    await must(pacmak, [...arguments_, '--maven-local-repository', MAVEN_REPOSITORY]);
    const made = join(scratch, 'java', place);
    await mkdir(artifact, { recursive: true });
    await copyFile(join(made, 'maven-metadata.xml'), join(artifact, 'maven-metadata-local.xml'));
    // Some versions of Maven's plug-ins have already put it there.
    await cp(join(made, version), installed, { recursive: true });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Removes our packages from the repository, since Maven assumes that a known version never changes. */
export async function forgetOurs({ java: { groupId, artifactId } }: Library): Promise<void> {
  await rm(join(MAVEN_REPOSITORY, ...groupId.split('.'), artifactId), { recursive: true, force: true });
}
