import { copyFile, cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { version } from 'cdktf/package.json';
import { bin, inRoot } from '../support/paths';
import { must } from '../support/run';

/** Maven's local repository of this checkout: what builds have downloaded, and what {@link installCdktf} has put there. */
export const MAVEN_REPOSITORY = inRoot('build', 'maven');

/**
 * Makes the Java package of cdktf from its npm package, once, and installs it in {@link MAVEN_REPOSITORY}: our build and our example
 * then rest on the very version that is locked here.
 */
export async function installCdktf(): Promise<void> {
  const artifact = join(MAVEN_REPOSITORY, 'com/hashicorp/cdktf');
  const installed = join(artifact, version);
  if ((await readdir(installed).catch(() => [])).length > 0) return;

  const scratch = inRoot('build', `cdktf-java-${process.pid}`);
  try {
    const arguments_ = [inRoot('node_modules/cdktf'), '--target', 'java', '--outdir', scratch];
    await must(bin('jsii-pacmak'), [...arguments_, '--maven-local-repository', MAVEN_REPOSITORY]);
    const made = join(scratch, 'java/com/hashicorp/cdktf');
    await mkdir(artifact, { recursive: true });
    await copyFile(join(made, 'maven-metadata.xml'), join(artifact, 'maven-metadata-local.xml'));
    // Some versions of Maven's plug-ins have put it there themselves.
    await cp(join(made, version), installed, { recursive: true });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Maven takes a version that it has once seen for unchanged, so it has to forget ours. */
export async function forgetOurs(): Promise<void> {
  await rm(join(MAVEN_REPOSITORY, 'dev/coffer'), { recursive: true, force: true });
}
