import root from '../../package.json';

// What is for the checkout only: that it is no package, the programs that build everything, and which install scripts may run.
const { private: _, optionalDependencies: __, allowScripts: ___, ...library } = root;

/** The package.json of the construct library, without what only the checkout needs. */
export const LIBRARY_MANIFEST = library;
