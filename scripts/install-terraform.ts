import { main } from './support/main';
import { findOpenTofu, INSTALLABLE, installTerraform, isInstallable } from './support/terraform-versions';

const TOFU = 'tofu';

/** Installs versions of Terraform, or all, and OpenTofu for `tofu`; prints their paths: `npm run --silent install:terraform -- 1.14`. */
main(async () => {
  const named = process.argv.slice(2);
  const unknown = named.filter((name) => name !== TOFU && !isInstallable(name));
  if (unknown.length > 0) {
    throw new Error(
      `Terraform ${unknown.join(', ')} cannot be installed. Name some of ${[...INSTALLABLE, TOFU].join(', ')}.`,
    );
  }
  for (const name of named.length > 0 ? named : INSTALLABLE) {
    console.log(isInstallable(name) ? await installTerraform(name) : (await findOpenTofu()).path);
  }
});
