import root from '../../package.json';

// Fields for the checkout only: that it is private, its commands, the build tools, and the allowed install scripts.
const { private: _, scripts: __, optionalDependencies: ___, allowScripts: ____, ...library } = root;

/** The package.json of the construct library, without the fields for the checkout. */
export const LIBRARY_MANIFEST = library;
