import root from '../../package.json';

// Fields for the checkout only: that it is private, the build tools, and the allowed install scripts.
const { private: _, optionalDependencies: __, allowScripts: ___, ...library } = root;

/** The package.json of the construct library, without the fields for the checkout. */
export const LIBRARY_MANIFEST = library;
