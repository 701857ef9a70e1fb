import { INSTALLABLE, installCommandLine, isInstallable } from './support/command-lines';
import { main } from './support/main';

/** Installs the named Terraform versions, or all, and prints the path of each: `npm run --silent install:terraform -- 1.14`. */
main(async () => {
  const named = process.argv.slice(2);
  const unknown = named.filter((minor) => !isInstallable(minor));
  if (unknown.length > 0) {
    throw new Error(`Terraform ${unknown.join(', ')} cannot be installed. Name some of ${INSTALLABLE.join(', ')}.`);
  }
  for (const minor of named.length > 0 ? named.filter(isInstallable) : INSTALLABLE) {
    console.log(await installCommandLine(minor));
  }
});
